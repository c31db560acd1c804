#!/usr/bin/env python3
"""Exports that are interrupted, or that the disk has no room for, leave nothing half done.

Each export is stopped (SIGSTOP) while its temporary file lies there, so that the signal surely
comes before its end. usage: export_stop.py"""
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SYNCSTEP = os.path.abspath(os.environ.get("SYNCSTEP", "build/syncstep"))
failures = []


def fail(what):
    failures.append(what)
    print("FAIL " + what)


def listing(folder):
    return sorted(os.listdir(folder))


def start(command, before=None):
    """As a shell starts a program in the foreground: no signal is ignored."""
    def prepare():
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        if before:
            before()
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            stdin=subprocess.DEVNULL, preexec_fn=prepare)


def catch(command, folder, ending):
    """Starts the command and holds it while it has a temporary file; None: it was too fast."""
    def writing():
        return any(not name.endswith(ending) for name in listing(folder))
    process = start(command)
    while process.poll() is None:
        if writing():
            os.kill(process.pid, signal.SIGSTOP)
            _, status = os.waitpid(process.pid, os.WUNTRACED)
            if os.WIFSTOPPED(status) and writing():
                return process
            if not os.WIFSTOPPED(status):
                process.returncode = os.waitstatus_to_exitcode(status)
                return None
            os.kill(process.pid, signal.SIGCONT)
    return None


def interrupted(name, command, number, work):
    """command(OUT) writes into OUT; a file that is there already has to survive."""
    for existing in (False, True):
        for _ in range(200):
            folder = tempfile.mkdtemp(dir=work)
            out = os.path.join(folder, "out." + name.split()[-1])
            kept = set()
            if existing:
                with open(out, "w") as file:
                    file.write("before\n")
                kept = {os.path.basename(out)}
            process = catch(command(out), folder, "." + name.split()[-1])
            if process is None:
                shutil.rmtree(folder)
                continue
            os.kill(process.pid, number)
            os.kill(process.pid, signal.SIGCONT)
            process.communicate(timeout=60)
            what = "%s by %s" % (name, signal.Signals(number).name)
            if process.returncode != -number:
                fail("%s: status %d" % (what, process.returncode))
            if set(listing(folder)) != kept:
                fail("%s left %s" % (what, listing(folder)))
            if existing and open(out).read() != "before\n":
                fail("%s: what was there is gone" % what)
            shutil.rmtree(folder)
            break
        else:
            fail("%s: never caught in the act" % name)


def ignored(command, work):
    """Under nohup SIGHUP does not end it."""
    folder = tempfile.mkdtemp(dir=work)
    out = os.path.join(folder, "out.csv")
    process = start(command(out), lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    os.kill(process.pid, signal.SIGHUP)
    process.communicate(timeout=120)
    if process.returncode != 0 or len(listing(folder)) != 5:
        fail("nohup: status %d, %s" % (process.returncode, listing(folder)))
    shutil.rmtree(folder)


def no_room(name, command, work):
    """A limit on the size of files is what a full disk is to the program."""
    for existing in (False, True):
        folder = tempfile.mkdtemp(dir=work)
        out = os.path.join(folder, "out." + name.split()[-1])
        if existing:
            with open(out, "w") as file:
                file.write("before\n")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
        process = start(command(out), limit)
        _, errors = process.communicate(timeout=120)
        if process.returncode != 1:
            fail("%s without room: status %d" % (name, process.returncode))
        if errors.count(b"\n") != 1 or b"File too large" not in errors:
            fail("%s without room says: %s" % (name, errors.decode()))
        if listing(folder) != (["out." + name.split()[-1]] if existing else []):
            fail("%s without room left %s" % (name, listing(folder)))
        if existing and open(out).read() != "before\n":
            fail("%s without room: what was there is gone" % name)
        shutil.rmtree(folder)


def full_file_system(commands, work):
    """The same on a file system that is really full, where one may be mounted."""
    folder = tempfile.mkdtemp(dir=work)
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", folder],
                           stderr=subprocess.PIPE)
    if mount.returncode != 0:
        print("no file system may be mounted here: the limit on file sizes stood for it")
        return
    try:
        for name, command in commands:
            process = start(command(os.path.join(folder, "out." + name.split()[-1])))
            _, errors = process.communicate(timeout=120)
            if process.returncode != 1 or b"No space left" not in errors or listing(folder):
                fail("%s on a full disk: status %d, %s, left %s" %
                     (name, process.returncode, errors.decode(), listing(folder)))
    finally:
        subprocess.run(["umount", folder])


def closed_folder(command, work):
    """A folder that may not be written to. root may, so it is somebody else who tries."""
    folder = tempfile.mkdtemp(dir=work)
    os.chmod(folder, 0o555)
    os.chmod(work, 0o755)
    other = (lambda: (os.setgid(65534), os.setuid(65534))) if os.getuid() == 0 else None
    words = command(os.path.join(folder, "out.csv"))
    words[0] = shutil.copy(words[0], work)  # the one in the tree may stand in a closed home
    process = start(words, other)
    _, errors = process.communicate(timeout=120)
    if process.returncode != 1 or b"Permission denied" not in errors or listing(folder):
        fail("a closed folder: status %d, %s" % (process.returncode, errors.decode()))


def main():
    work = tempfile.mkdtemp()
    trace = os.path.join(work, "t.npz")
    subprocess.run([SYNCSTEP, "record", "kernels/cubes_tree.cu", "-D", "DATA_SIZE=65536", "-o",
                    trace], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.chmod(trace, 0o644)

    def export(kind):
        return lambda out: [SYNCSTEP, "export", trace, "--to", kind, "-o", out]

    def shot(*options):
        return lambda out: [SYNCSTEP, "shot", trace, *options, "-o", out]
    slow = [("csv", export("csv")), ("cast", export("cast")),
            ("shot of all rounds pdf", shot("--rounds", "0-9")),
            ("shot png", shot("--scale", "3", "--size", "300x100"))]
    quick = [("perfetto json", export("perfetto")), ("shot svg", shot()), ("shot html", shot())]
    try:
        for name, command in slow:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
                interrupted(name, command, number, work)
        ignored(export("csv"), work)
        for name, command in slow + quick:
            no_room(name, command, work)
        full_file_system(slow + quick, work)
        closed_folder(export("csv"), work)
    finally:
        shutil.rmtree(work)
    if not failures:
        print("export_stop: nothing is left behind")
    return 1 if failures else 0


sys.exit(main())
