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
static void asked(int) { if (write(1, "asked\\n", 6) < 0) _exit(1); }
int main()
{
    int *d;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, asked);
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
        self.program = int(self.wait_for(b"ready ").split()[0])

    def wait_for(self, word):
        """What the terminal shows behind this word, up to the end of the line."""
        text = b""
        while word not in text or b"\n" not in text.split(word)[1]:
            assert select.select([self.terminal], [], [], PATIENCE)[0], text
            text += os.read(self.terminal, 4096)
        return text.split(word)[1]

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
    recording.wait_for(b"asked")  # two that have not been seen yet are one to the system
    os.write(recording.terminal, b"\x03")


def two_signals(recording):
    os.kill(recording.pid, signal.SIGINT)
    recording.wait_for(b"asked")
    time.sleep(0.3)  # a person is no faster; two within a moment from one sender are one
    os.kill(recording.pid, signal.SIGINT)


def two_senders(recording):
    for number in ("-INT", "-TERM"):
        subprocess.run(["/bin/kill", number, str(recording.pid)], check=True)


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "stubborn.cu"), "w") as file:
        file.write(STUBBORN)
    for name, end in (("keys", two_keys), ("signals", two_signals), ("senders", two_senders)):
        # The program is killed two seconds after it was asked to end: a test that takes longer than
        # that for the second signal has sent none, and begins again.
        for _ in range(20):
            recording = Recording(folder)
            begun = time.monotonic()
            end(recording)
            in_time = time.monotonic() - begun < 1.5
            status = recording.end()
            if in_time:
                break
            if os.path.exists(os.path.join(folder, "t.npz")):
                os.unlink(os.path.join(folder, "t.npz"))
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
