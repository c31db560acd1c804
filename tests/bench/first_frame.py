#!/usr/bin/env python3
"""first_frame.py SYNCSTEP TRACE: from the start of the viewer on a trace to its first frame, at 80 x 24;
the median of 21 in milliseconds. The viewer says on SYNCSTEP_FRAME_FD when a frame is done."""
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import termios
import time


def first_frame(syncstep, trace):
    marks, write_end = os.pipe()
    begin = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        os.set_inheritable(write_end, True)
        os.environ.update(SYNCSTEP_FRAME_FD=str(write_end), TERM="xterm-256color", LC_ALL="C.UTF-8",
                          XDG_CONFIG_HOME="/nonexistent")
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(syncstep, ["syncstep", "view", trace])
    os.close(write_end)
    while marks not in (ready := select.select([marks, terminal], [], [], 10)[0]):
        if not ready or not os.read(terminal, 65536):
            raise SystemExit("first_frame: no frame")
    seconds = time.monotonic() - begin
    os.kill(child, 9)
    os.waitpid(child, 0)
    os.close(terminal)
    os.close(marks)
    return seconds * 1000


print(f"{statistics.median(first_frame(*sys.argv[1:3]) for _ in range(21)):.1f}")
