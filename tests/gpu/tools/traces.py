"""What a trace says of a launch beside `report --json`, without numpy: the shapes of its requests."""
import collections, json, re, struct, subprocess, zipfile

FORMATS = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "b1": "?"}
LOAD, STORE, ATOMIC, BARRIER, GRID_SYNC, ARRIVE, WAIT = 0, 1, 2, 3, 8, 10, 11
SHARED, GLOBAL, CONSTANT = 0, 1, 2
VOLATILE, COMPARES = 1, 16


def report(tool, path):
    done = subprocess.run([*tool.split(), "report", "--json", path], capture_output=True, text=True)
    return json.loads(done.stdout)


def table(data):
    """A one-dimensional .npy file of records as a list of dictionaries."""
    assert data[:6] == b"\x93NUMPY"
    wide = data[6] != 1
    length = struct.unpack_from("<I" if wide else "<H", data, 8)[0]
    start = 12 if wide else 10
    head = eval(data[start:start + length], {"__builtins__": {}}, {"True": True, "False": False})
    names = [name for name, _ in head["descr"]]
    rows = struct.iter_unpack("<" + "".join(FORMATS[kind[1:]] for _, kind in head["descr"]),
                              data[start + length:])
    return [dict(zip(names, row)) for row in rows]


def shapes(path, launch):
    """Each kind of request that occurs, with its `line`."""
    archive = zipfile.ZipFile(path)
    name = next(n for n in archive.namelist() if n.startswith("meta.json"))
    meta = archive.read(name)
    sites = json.loads(meta[meta.index(b"{"):])["sites"] if name == "meta.json" else None
    out = table(archive.read("launch%d.shapes.npy" % launch))
    for shape in out:
        shape["line"] = sites[shape["site"]]["line"]
    return out


def bytes_by_line(path, launch):
    """{line: {(kind, space): bytes asked for}} of its loads, stores and atomics."""
    archive, all_shapes = zipfile.ZipFile(path), shapes(path, launch)
    column = archive.read("launch%d.requests.shape.npy" % launch)
    start = 10 + struct.unpack_from("<H", column, 8)[0]
    size = int(re.search(rb"'descr': '[<|]u(\d)'", column[10:start])[1])
    out = {}
    for number, times in collections.Counter(memoryview(column[start:]).cast(FORMATS["u%d" % size])).items():
        shape = all_shapes[number]
        if shape["kind"] <= ATOMIC:
            sums = out.setdefault(shape["line"], collections.Counter())
            sums[shape["kind"], shape["space"]] += times * bin(shape["mask"]).count("1") * shape["width"]
    return out


def why_by_line(path, launch):
    """Why not all that the hardware counts of this launch can be in the trace; "" if it must be."""
    whys = set()
    for shape in shapes(path, launch):
        if shape["kind"] == LOAD and shape["flags"] & VOLATILE:
            whys.add("volatile or acquiring reads")
        elif shape["kind"] == ATOMIC and shape["space"] == SHARED:
            whys.add("atomics on shared memory")
        elif shape["kind"] == GRID_SYNC:
            whys.add("a barrier of the grid")
        elif shape["kind"] in (ARRIVE, WAIT):
            whys.add("barriers that are objects")
    return ", ".join(sorted(whys))
