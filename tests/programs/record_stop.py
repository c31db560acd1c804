#!/usr/bin/python3
"""Ctrl-C while `syncstep record` runs a program that does not want to end: the first one ends the
program and keeps the recording, a second one ends everything at once and leaves no file."""
import os, pty, select, signal, subprocess, sys, tempfile, time

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYNCSTEP = os.path.abspath(os.environ.get("SYNCSTEP", os.path.join(root, "build", "syncstep")))
PATIENCE = 60
STUBBORN = """
#include <csignal>
#include <cstdio>
#include <unistd.h>
__global__ void k(int *d) { d[threadIdx.x] = 1; }
int main()
{
    int *d;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    cudaMalloc(&d, 128);
    k<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    printf("ready %d\\n", (int)getpid());
    fflush(stdout);
    for (;;) pause();
}
"""


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


class Recording:
    """A recording in a terminal of its own, up to where the program says that it is there."""

    def __init__(self, folder):
        self.folder = folder
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execv(SYNCSTEP, [SYNCSTEP, "record", "stubborn.cu", "-o", "t.npz"])
        text = b""
        while b"ready" not in text or not text.endswith(b"\n"):
            assert select.select([self.terminal], [], [], PATIENCE)[0], text
            text += os.read(self.terminal, 4096)
        self.program = int(text.split(b"ready ")[1].split()[0])

    def end(self):
        status = None

        def ended():
            nonlocal status
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            return pid == self.pid
        until(ended, "the recording has not ended")
        until(lambda: not is_alive(self.program), "the program is still there")
        os.close(self.terminal)
        return status

    def files(self):
        return sorted(os.listdir(self.folder))


def two_keys(recording):
    os.write(recording.terminal, b"\x03")
    time.sleep(0.05)  # two that have not been seen yet are one to the system
    os.write(recording.terminal, b"\x03")


def two_signals(recording):
    os.kill(recording.pid, signal.SIGINT)
    time.sleep(0.3)  # a person is no faster; two within a moment from one sender are one
    os.kill(recording.pid, signal.SIGINT)


def two_senders(recording):
    for number in ("-INT", "-TERM"):
        subprocess.run(["/bin/kill", number, str(recording.pid)], check=True)


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "stubborn.cu"), "w") as file:
        file.write(STUBBORN)
    for name, end in (("keys", two_keys), ("signals", two_signals), ("senders", two_senders)):
        recording = Recording(folder)
        end(recording)
        status = recording.end()
        assert os.WIFSIGNALED(status), (name, status)
        assert os.WTERMSIG(status) in (signal.SIGINT, signal.SIGTERM), (name, status)
        assert recording.files() == ["stubborn.cu"], (name, recording.files())

    # One is enough to end it, and what was recorded is kept; timeout(1) sends what looks like two.
    for number in (1, 2):
        recording = Recording(folder)
        for _ in range(number):
            os.kill(recording.pid, signal.SIGTERM)
        status = recording.end()
        assert os.WIFEXITED(status), status
        assert recording.files() == ["stubborn.cu", "t.npz"], recording.files()
        os.unlink(os.path.join(folder, "t.npz"))
print("ok")
