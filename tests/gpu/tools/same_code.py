#!/usr/bin/env python3
"""same_code.py A.cubin B.cubin: do two cubins hold the same machine code, kernel by kernel?"""
import re, struct, sys


def sections(path):
    data = open(path, "rb").read()
    offset, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    heads = [struct.unpack_from("<IIQQQQ", data, offset + i * size) for i in range(count)]
    table = heads[names][4]
    out = {}
    for name, _, _, _, start, length in heads:
        text = data[table + name:data.index(b"\0", table + name)].decode()
        if text.startswith(".text."):
            # names in anonymous namespaces hold a hash that differs from build to build
            out[re.sub(r"(_GLOBAL__N__|_INTERNAL_)[0-9a-f]{8}", r"\1", text)] = data[start:start + length]
    return out


a, b = (sections(path) for path in sys.argv[1:3])
bad = [name for name in sorted(set(a) | set(b)) if a.get(name) != b.get(name)]
print("\n".join("differs: " + name for name in bad) if bad else "%d kernels, the same code" % len(a))
sys.exit(1 if bad or not a else 0)
