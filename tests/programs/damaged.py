#!/usr/bin/python3
"""Damaged, foreign and hostile traces: one line, exit 1, nothing else. What a trace says never reaches the
terminal as anything but printable text."""
import io, json, os, random, subprocess, sys, tempfile, zipfile

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYNCSTEP = os.environ.get("SYNCSTEP", os.path.join(root, "build", "syncstep"))
folder = tempfile.TemporaryDirectory()
random.seed(1)


def path(name, content=None):
    full = os.path.join(folder.name, name)
    if content is not None:
        with open(full, "wb") as file:
            file.write(content)
    return full


def report(trace):
    run = subprocess.run([SYNCSTEP, "report", trace], capture_output=True, stdin=subprocess.DEVNULL)
    assert run.returncode in (0, 1), (run.returncode, run.stderr)
    if run.returncode:
        assert run.stderr.count(b"\n") == 1 and not run.stdout, run.stderr
        assert b"\x1b" not in run.stderr
    return run


def refused(trace, *words):
    run = report(trace)
    assert run.returncode == 1, trace
    for word in words:
        assert word in run.stderr.decode(), run.stderr
    return run


program = path("p.cu", b"""__global__ void k(int *d) { __shared__ int s[32]; s[threadIdx.x] = d[threadIdx.x];
    __syncthreads(); d[threadIdx.x] = s[31 - threadIdx.x]; }
int main() { int *d; cudaMalloc(&d, 128); k<<<2, 32>>>(d); return cudaDeviceSynchronize(); }
""")
subprocess.run([SYNCSTEP, "record", program, "-o", path("good.npz")], check=True, capture_output=True,
               stdin=subprocess.DEVNULL)
good = open(path("good.npz"), "rb").read()
assert report(path("good.npz")).returncode == 0

for length in [0, 1, 4, 30, *random.sample(range(len(good)), 12), len(good) - 1]:
    refused(path("cut.npz", good[:length]), "cut.npz: not a")
for _ in range(40): # may be harmless, in a date of the archive; never more than a line
    flipped = bytearray(good)
    flipped[random.randrange(len(good))] ^= 1 << random.randrange(8)
    report(path("flipped.npz", bytes(flipped)))
refused(path("text.npz", b"hello\n" * 100), "not a trace")
refused(path("absent.npz"), "absent.npz", "No such file")
os.mkdir(path("folder.npz"))
run = subprocess.run([SYNCSTEP, "report", path("folder.npz")], capture_output=True, stdin=subprocess.DEVNULL)
assert run.returncode == 2 and not run.stdout and run.stderr.count(b"\n") == 1, run # no trace at all: usage
assert b"folder.npz: that is a folder" in run.stderr, run.stderr


def repacked(change=None, members=None):
    """The good trace with its meta.json changed, or with members of other contents."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "meta.json" and change:
                meta = json.loads(content)
                change(meta)
                content = json.dumps(meta).encode()
            content = (members or {}).get(name, content)
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


assert report(path("same.npz", repacked())).returncode == 0
refused(path("other.npz", repacked(members={"meta.json": None})), "no meta.json")
refused(path("other.npz", repacked(members={"launch0.requests.shape.npy": None})), "launch0.requests.shape")
refused(path("newer.npz", repacked(lambda m: m.update(format=2, writer="syncstep 9.0"))),
        "syncstep 9.0", "format 2", "newer syncstep is needed")
for change in (lambda m: m["sites"][0].update(source=7), lambda m: m["launches"][0].update(block=[1 << 31] * 3),
               lambda m: m["launches"][0]["arrays"][0].update(dims=[1 << 40]), lambda m: m.update(types=[]),
               lambda m: m["allocations"][0].update(pitch=64, width=64, height=1 << 32, depth=1 << 32),
               lambda m: m["allocations"][0].update(pitch=1 << 62, width=64, height=2),
               lambda m: m["allocations"][0].update(pitch=64, width=1 << 63, height=2),
               lambda m: m["launches"].append({}), lambda m: m.update(sources=3)):
    refused(path("wrong.npz", repacked(change)), "not a valid trace")
# A few kilobytes that unpack to a gigabyte.
bomb = zipfile.ZipFile(io.BytesIO(good)).read("launch0.requests.values.npy")[:128] + bytes(1 << 30)
before = os.path.getsize(path("bomb.npz", repacked(members={"launch0.requests.values.npy": bomb})))
assert before < 3 << 20
refused(path("bomb.npz"), "not a valid trace")


def hostile(meta):
    meta["program"] = "\x1b]0;x\x07evil\u202e.cu"
    meta["stdout"] = "\x1b[2J\x9b31mred\x00"[:-1]
    for source in meta["sources"]:
        source["text"] = "\x1b[31m" + source["text"].replace("int", "in\x07t")
        source["name"] = "a\nb\x1b.cu"
    for launch in meta["launches"]:
        launch["kernel"] += "\x1b[5m"
        for array in launch["arrays"]:
            array["name"] = "s\x1b[1m"
    meta["device"]["name"] = "\x1b[?1049h"


evil = path("evil.npz", repacked(hostile))
shown = report(evil)
assert shown.returncode == 0
outputs = [shown.stdout, subprocess.run([SYNCSTEP, "report", evil, "--json"], capture_output=True).stdout,
           subprocess.run([SYNCSTEP, "check", evil], capture_output=True).stdout]
for view in ("tree", "source", "output", "device"):
    out = path(view + ".txt")
    subprocess.run([SYNCSTEP, "shot", evil, "--view", view, "-o", out], check=True, capture_output=True)
    outputs.append(open(out, "rb").read())
for text in outputs:
    decoded = text.decode()
    bad = [c for c in decoded if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 or c == "\u202e"]
    assert not bad, (bad, decoded[:300])
print("ok")
