#!/usr/bin/python3
"""Every figure in the notes of the shipped lessons, in both languages, against what the emulator counts.

A claim is a piece of a stage's notes with its figures left out; they are worked out from the stage's own
run and have to make that piece of text. A figure that stands in no claim has to be listed as given: it is
a definition, a size from the program's text, or was measured elsewhere (README)."""
import csv, functools, json, os, re, subprocess, sys, tempfile

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYNCSTEP = os.path.realpath(os.environ.get("SYNCSTEP", os.path.join(root, "build", "syncstep")))
folder = tempfile.TemporaryDirectory()
failed = 0


class Figure(int):
    """An int that formats as a word, too: {n:en} is "seven", {n:zh} "七"; {n:,} is 8,192."""
    EN = "no one two three four five six seven eight nine ten".split()
    ZH = "零 一 两 三 四 五 六 七 八 九 十".split()

    def __format__(self, spec):
        words = {"en": self.EN, "zh": self.ZH}.get(spec)
        return words[self] if words else format(int(self), spec)


class Stage:
    def __init__(self, lesson, name, keys):
        self.name, self.keys = f"{lesson}/{name}", keys
        self.program = os.path.join(root, "kernels", keys["program"])
        self.defines = ["-D" + d for d in keys.get("defines", "").split()]
        with open(self.program) as file:
            self.source = file.read()
        comment = re.match(r"/\*(.*?)\*/", self.source, re.S).group(1)
        self.code = self.source[self.source.index("*/"):]
        join = lambda *parts: re.sub(r"\s+", " ", " ".join(parts))
        self.en = join(keys.get("notes", ""), comment)
        self.zh = join(keys.get("notes.zh_CN", ""), keys.get("comment.zh_CN", ""))

    @functools.cached_property
    def report(self):
        run = subprocess.run([SYNCSTEP, "report", self.program, "--backend", "emulator", "--json", *self.defines],
                             text=True, capture_output=True)
        return json.loads(run.stdout)

    def launch(self, number=0):
        return self.report["launches"][number]

    def line(self, text):
        """The report's counts of the first line of the program that has this text, and its number."""
        number = next(i for i, line in enumerate(self.source.split("\n"), 1) if text in line and i > 3)
        return next(l for l in self.launch()["lines"] if l["line"] == number)

    @functools.cached_property
    def tables(self):
        trace = os.path.join(folder.name, "t.npz")
        out = os.path.join(folder.name, "t.csv")
        for command in (["record", self.program, "--backend", "emulator", "-o", trace, *self.defines],
                        ["export", trace, "--to", "csv", "-o", out]):
            subprocess.run([SYNCSTEP, *command], check=True, capture_output=True)
        tables = {}
        for table in ("rounds", "requests"):
            with open(os.path.join(folder.name, f"t.{table}.csv")) as file:
                tables[table] = list(csv.DictReader(file))
        return tables

    def warps(self, block=0, launch=0):
        """Warps at work in each round of a block."""
        return [int(r["warps"]) for r in self.tables["rounds"]
                if (int(r["launch"]), int(r["block"])) == (launch, block)]

    def requests(self, block=0, **where):
        return [r for r in self.tables["requests"] if int(r["block"]) == block and int(r["launch"]) == 0 and
                all(r[k] == str(v) for k, v in where.items())]


def read_lesson(name):
    """{stage: {key: value}} in order; indented lines go on with the value."""
    stages, key, stage = {}, None, None
    with open(os.path.join(root, "assets", "lessons", name + ".ini")) as file:
        for line in file:
            section = re.match(r"\[(?:stage )?(\w+)\]", line)
            if section:
                stage = stages.setdefault(section.group(1), {})
            elif line[:1].isspace() and line.strip():
                stage[key] += " " + line.strip()
            elif "=" in line:
                key, value = (part.strip() for part in line.split("=", 1))
                stage[key] = value
    del stages["lesson"]
    return stages


CLAIMS, GIVEN = {}, {}


def claim(stage, en, zh, **figures):
    CLAIMS.setdefault(stage, []).append((en, zh, figures))


def given(stage, *figures):
    GIVEN.setdefault(stage, set()).update(figures)


def sectors(s, text="num[i]"):
    """Of one request of a line that loads."""
    line = s.line(text)
    return line["global_load_sectors"] // line["global_load_requests"]


def tree(s):
    """Warps of the rounds of a tree: all but the first round, which loads, and the last, which stores."""
    return s.warps()[1:-1]


def tree_least(s):
    threads = s.launch()["block"][0]
    return sum(max(1, threads // 2 ** (r + 1) // 32) for r in range(len(tree(s))))


def shared(s):
    return s.launch()["shared"][0]["count"]


def block(s):
    b = s.launch()["block"]
    return b[0] * b[1] * b[2]


def lanes_by_round(s, text):
    """The most lanes of a request of that line, by round of block 0; 0 where it makes none."""
    line = str(s.line(text)["line"])
    most = [0] * len(s.warps())
    for r in s.requests(line=line):
        most[int(r["round"])] = max(most[int(r["round"])], int(r["lanes"]))
    return most


def strided(s, round_=None):
    """Requests of one of the two reads of the tree's line, block 0."""
    line = str(s.line("shared[index] +=")["line"])
    reads = [r for r in s.requests(line=line, kind="load", space="shared") if round_ in (None, int(r["round"]))]
    return reads[::2]


# ---- reduction --------------------------------------------------------------------------------------

claim("reduction/one_thread", "{lanes} of 32 lanes in every request, 4 of the 32 bytes of every sector",
      "每个请求 32 个通道里只有 {lanes} 个在工作，每个 32 字节的扇区只用了 4 字节",
      lanes=lambda s: s.line("num[i]")["lanes_per_request"])
given("reduction/one_thread", "6")

claim("reduction/cubes_chunked", "{n} threads, a chunk each", "{n} 个线程", n=block)
claim("reduction/cubes_chunked", "into {n} pieces", "切成 {n} 段", n=block)
claim("reduction/cubes_chunked", "32 addresses that lie {kb} KB apart", "彼此相隔 {kb} KB",
      kb=lambda s: 1048576 // block(s) * 4 // 1024)
claim("reduction/cubes_chunked", "of which 4 bytes in 32 are used", "32 字节只用 4 字节")
claim("reduction/cubes_chunked", "{n} sectors per request", "每个请求 {n} 个扇区", n=sectors)
given("reduction/cubes_chunked", "32", "256")

claim("reduction/cubes_coalesced", "{n} threads, side by side", "{n} 个线程，并肩", n=block)
claim("reduction/cubes_coalesced", "t, t + {n}, t + {m}", "t、t + {n}、t + {m}", n=block, m=lambda s: 2 * block(s))
claim("reduction/cubes_coalesced", "read {bytes} bytes in a row: {n} sectors", "连着读 {bytes} 字节：{n} 个扇区",
      n=sectors, bytes=lambda s: 32 * sectors(s))
claim("reduction/cubes_coalesced", "{n} sectors per request instead of 32", "每个请求 {n} 个扇区，而不是 32 个", n=sectors)
given("reduction/cubes_coalesced", "32")

claim("reduction/cubes_blocks", "{b} blocks of {n} threads", "{b} 个线程块，每块 {n} 个线程",
      b=lambda s: s.launch()["blocks"], n=block)
claim("reduction/cubes_blocks", "{n:,} partial sums go back", "{n} 个部分和要拷回",
      n=lambda s: s.launch()["final_addition"]["count"])
claim("reduction/cubes_blocks", "still {n} sectors a request", "每个请求仍然只要 {n} 个扇区", n=sectors)
given("reduction/cubes_blocks", "2", "4")

claim("reduction/cubes_shared", "adds up the {n} slots. Only {b} sums", "{n} 个槽逐个加起来。 只有 {b} 个和",
      n=shared, b=lambda s: s.launch()["final_addition"]["count"])
claim("reduction/cubes_shared", "slot by slot, {n} times in a row; the other {n}", "连续 {n} 次；另外 {n} 个",
      n=lambda s: len(s.requests(round=1, kind="store", space="shared")))
claim("reduction/cubes_shared", "round 1. One lane of one warp works; {gone:en} warps have left",
      "第 1 轮。只有一个线程束的一个通道在工作，{gone:zh}个线程束已经退出",
      gone=lambda s: block(s) // 32 - s.warps()[1])
given("reduction/cubes_shared", "0")

claim("reduction/cubes_tree", "{n} slots become one in {r} rounds", "{r} 轮之后，{n} 个槽变成一个",
      n=shared, r=lambda s: len(tree(s)))
claim("reduction/cubes_tree", "{w} warps are issued where {least} would do", "一共发射 {w} 个线程束，而 {least} 个就够了",
      w=lambda s: sum(tree(s)), least=tree_least)
claim("reduction/cubes_tree", "1, 2, 4 ... {half}", "1、2、4……{half}", half=lambda s: shared(s) // 2)

claim("reduction/cubes_sequential", "t + {a}, then t + {b}", "t + {a} 个槽，再加第 t + {b} 个",
      a=lambda s: shared(s) // 2, b=lambda s: shared(s) // 4)
claim("reduction/cubes_sequential", "{w} warps are issued for the tree instead of {other}",
      "只发射 {w} 个线程束，而不是 {other} 个", w=lambda s: sum(tree(s)),
      other=lambda s: sum(tree(stages["reduction/cubes_tree"])))
claim("reduction/cubes_sequential",
      "round 3 beside the interleaved tree (c): one full warp here, {w:en} warps there, of each of which one lane in "
      "{part:en} works", "第 3 轮和交错的树对比：这边一个满的线程束，那边{w:zh}个线程束，每{part:zh}个通道只有一个在工作",
      w=lambda s: tree(stages["reduction/cubes_tree"])[2],
      part=lambda s: 32 // lanes_by_round(stages["reduction/cubes_tree"], "shared[tid] += shared[tid + offset]")[3])

claim("reduction/squares_chunked", "each of {n} threads", "{n} 个线程各取一段", n=block)
claim("reduction/squares_chunked", "thread 0 takes elements 0 to {a}, thread {t} takes {b:,} to {c:,}",
      "线程 0 取第 0 到 {a} 个元素，线程 {t} 取第 {b} 到 {c} 个", a=lambda s: 1048576 // block(s) - 1,
      t=lambda s: block(s) - 1, b=lambda s: 1048576 - 1048576 // block(s), c=lambda s: 1048575)
claim("reduction/squares_chunked", "addresses {kb} KB apart: {n} sectors for 32 values", "相隔 {kb} KB：32 个值要 {n} 个扇区",
      kb=lambda s: 1048576 // block(s) * 4 // 1024, n=sectors)
given("reduction/squares_chunked", "0", "32")
claim("reduction/squares_interleaved", "tid + {n}, tid + {m}", "tid + {n}、tid + {m}", n=block, m=lambda s: 2 * block(s))
claim("reduction/squares_interleaved", "{n} threads side by side", "{n} 个线程并肩", n=block)
claim("reduction/squares_interleaved", "{k} sectors for the 32 values", "32 个值只要 {k} 个扇区", k=sectors)
claim("reduction/squares_interleaved", "thread 0 now reads 0, {n}, {m}", "线程 0 现在读的是 0、{n}、{m}", n=block,
      m=lambda s: 2 * block(s))

claim("reduction/dot", "[0,{a}] [1,{b}] ..., then [0,{c}]", "[0,{a}]、[1,{b}]……，再是 [0,{c}]", a=lambda s: shared(s) // 2,
      b=lambda s: shared(s) // 2 + 1, c=lambda s: shared(s) // 4)
given("reduction/dot", "0", "1", "2")
claim("reduction/min_timed", "the same {n} floats", "同样 {n} 个浮点数", n=shared)
given("reduction/min_timed", "1", "8", "16", "32", "64")

divergent = "shared[t] += shared[t + s]"
claim("reduction/tree_divergent", "no warp rests before round {r}", "第 {r} 轮之前没有一个线程束能休息",
      r=lambda s: next(r for r, w in enumerate(s.warps()) if w < block(s) // 32))
claim("reduction/tree_divergent", "{a}, {b}, {c}, {d}, {e} in rounds 1 to 5; all {w} warps",
      "第 1 到 5 轮，每个线程束里工作的通道：{a}、{b}、{c}、{d}、{e}，{w} 个线程束",
      w=lambda s: min(s.warps()[1:6]), **{n: (lambda s, r=r: lanes_by_round(s, divergent)[r])
                                          for r, n in enumerate("abcde", 1)})
given("reduction/tree_divergent", "1", "2")

claim("reduction/tree_strided", "{a:en} lanes, then {b:en}, then {c:en} meet in one bank",
      "先是{a:zh}个，再是{b:zh}个，后来{c:zh}个通道要同一个存储体",
      a=lambda s: max(int(r["passes"]) for r in strided(s, 1)), b=lambda s: max(int(r["passes"]) for r in strided(s, 2)),
      c=lambda s: max(int(r["passes"]) for r in strided(s)))
claim("reduction/tree_strided", "{n} reads so far cost {p} passes, as step 1 cost {w} warps",
      "第 8 轮：至此 {n} 次读取要 {p} 趟，正好是第 1 级的 {w} 个线程束", n=lambda s: len(strided(s)),
      p=lambda s: sum(int(r["passes"]) for r in strided(s)), w=lambda s: sum(tree(stages["reduction/tree_divergent"])))
given("reduction/tree_strided", "1", "2", "3", "8")

claim("reduction/tree_sequential", "{a}, {b} ... 1", "{a}、{b}……1", a=lambda s: shared(s) // 2, b=lambda s: shared(s) // 4)
given("reduction/tree_sequential", "3")
claim("reduction/tree_first_add", "{n:en} global requests per warp", "每个线程束有{n:zh}个全局内存请求",
      n=lambda s: len(s.requests(round=0, warp=0, space="global")))
given("reduction/tree_first_add", "4")
claim("reduction/tree_last_warp", "{n:en} barriers and {n:en} rounds of shared memory less",
      "少{n:zh}个屏障，共享内存少{n:zh}轮",
      n=lambda s: len(stages["reduction/tree_first_add"].warps()) - len(s.warps()))
given("reduction/tree_last_warp", "5", "32")
given("reduction/tree_unrolled", "6")
claim("reduction/tree_many_per_thread", "line {l} makes {a:,} requests, all other lines {b:,}",
      "第 {l} 行有 {a} 个请求，其余各行一共 {b} 个", l=lambda s: s.line("input[i]")["line"],
      a=lambda s: s.line("input[i]")["global_load_requests"],
      b=lambda s: sum(l[k] for l in s.launch()["lines"] for k in l if k.endswith("_requests")) -
      s.line("input[i]")["global_load_requests"])
given("reduction/tree_many_per_thread", "7")
claim("reduction/warp_shuffles", "{b:en} barrier instead of one after every round, {n} slots instead of {m}",
      "一共{b:zh}个屏障，而不是每轮一个；{n} 个槽，而不是 {m} 个", b=lambda s: len(s.warps()) - 1, n=shared, m=block)
given("reduction/warp_shuffles", "32")
claim("reduction/atomic_sum", "round {r} of each of {b} blocks", "{b} 个线程块各自的第 {r} 轮",
      b=lambda s: s.launch()["blocks"], r=lambda s: int(s.requests(kind="atomic")[0]["round"]))
given("reduction/atomic_sum", "0")
given("reduction/cooperative_groups", "32")
claim("reduction/two_passes", "launches 0 and {n}", "启动 0 和 {n}", n=lambda s: len(s.report["launches"]) - 1)
given("reduction/two_passes", "0", "1")
given("reduction/grid_sync", "0")
claim("reduction/last_block", "{b} on the emulator (:block {b}): it has {n} rounds, the others {m}",
      "在模拟器上是 {b}（:block {b}）：它有 {n} 轮，别的有 {m} 轮", b=lambda s: s.launch()["blocks"] - 1,
      n=lambda s: len(s.warps(s.launch()["blocks"] - 1)), m=lambda s: len(s.warps()))
claim("reduction/vector_loads", "A warp moves {n} bytes", "就搬 {n} 字节", n=lambda s: 32 * sectors(s, "input4[i]"))
claim("reduction/vector_loads", "{n} sectors per request", "每个请求 {n} 个扇区", n=lambda s: sectors(s, "input4[i]"))
given("reduction/vector_loads", "16", "4")
claim("reduction/full_bandwidth", "{n} int4, {m} bytes", "{n} 个 int4、共 {m} 字节",
      n=lambda s: len(s.requests(warp=0, kind="load", space="global")),
      m=lambda s: 16 * len(s.requests(warp=0, kind="load", space="global")))
given("reduction/full_bandwidth", "64", "95", "97", "1073741824", "268435456", "200")

# ---- memory -----------------------------------------------------------------------------------------

claim("memory/struct_layout", "{n} bytes in all", "一共 {n} 字节",
      n=lambda s: int(re.search(r"struct Item: (\d+) bytes", s.report["stdout"]).group(1)))
claim("memory/struct_layout", "{b} bytes apart, so 32 ints are spread over {n} sectors",
      "相隔 {b} 字节，32 个 int 分布在 {n} 个扇区里", n=lambda s: sectors(s, "number *= 2"),
      b=lambda s: int(s.requests(warp=0, kind="load")[0]["stride"]))
given("memory/struct_layout", "1", "3", "4")
claim("memory/vector_add", "{n} sectors per request", "每个请求 {n} 个扇区",
      n=lambda s: int(s.requests(warp=0, kind="load")[0]["sectors"]))
claim("memory/vector_add", "in :block {b} {out:en} warps of {all} stay outside the if",
      "块 {b}（:block {b}）里，{all} 个线程束有{out:zh}个不进 if", b=lambda s: s.launch()["blocks"] - 1,
      all=lambda s: block(s) // 32,
      out=lambda s: block(s) // 32 - len({r["warp"] for r in s.requests(s.launch()["blocks"] - 1, kind="load")}))
claim("memory/pitched_rows", "{a} blocks of {b} threads", "{a} 个线程块、每块 {b} 个线程", b=block,
      a=lambda s: int(re.search(r"define BLOCKS (\d+)", s.code).group(1)))
claim("memory/pitched_rows", "a multiple of {n} bytes", "从 {n} 字节之类的倍数开始",
      n=lambda s: int(re.search(r"floats takes (\d+) bytes", s.report["stdout"]).group(1)))
claim("memory/pitched_rows", "one element {n} times over", "{n} 个通道读的是同一个元素",
      n=lambda s: int(next(r["lanes"] for r in s.requests(warp=0, kind="load") if r["stride"] == "0")))
given("memory/pitched_rows", "2")
given("memory/slices_3d", "3")
claim("memory/symbols", "the same word for all {n} lanes", "对 {n} 个通道是同一个字",
      n=lambda s: int(next(r["lanes"] for r in s.requests(warp=0, object="table") if r["stride"] == "0")))
claim("memory/strides", "{n} sectors for a request in the access view, where STRIDE is {k}",
      "STRIDE 为 {k} 时每个请求 {n} 个扇区", n=lambda s: sectors(s, "a[t * STRIDE]"),
      k=lambda s: int(s.requests(warp=0, kind="load")[0]["stride"]) // 4)
given("memory/strides", "1", "2", "4", "8", "16", "32")
claim("memory/matmul_tiled", "a {n} x {n} tile", "{n} x {n} 小块", n=lambda s: s.launch()["shared"][0]["dims"][0])
claim("memory/matmul_tiled", "each element is read {n} times", "每个元素从那里读 {n} 次",
      n=lambda s: s.line("sum += As")["shared_load_accesses"] // (2 * s.line("As[ty][tx] =")["shared_store_accesses"]))
claim("memory/matmul_tiled", "global loads fall to one in {n}", "全局内存的读取降到",
      n=lambda s: stages["memory/matmul_naive"].launch()["totals"]["global_load_requests"] //
      s.launch()["totals"]["global_load_requests"])
claim("memory/matmul_tiled", "round 1: As gives a warp {a:en} words (a broadcast), Bs sixteen",
      "第 1 轮：As 给一个线程束{a:zh}个字（广播），Bs 给十六个",
      a=lambda s: 32 // s.launch()["shared"][0]["dims"][1])
given("memory/matmul_tiled", "3")
for stage in ("memory/transpose", "memory/transpose_padded"):
    claim(stage, "{n} passes instead of one", "{n} 趟而不是一趟",
          n=lambda s: int(stages["memory/transpose"].requests(round=1, warp=0, space="shared")[0]["passes"]))
    claim(stage, "float tile[{a}][{a}]", "float tile[{a}][{a}]", a=lambda s: s.launch()["shared"][0]["dims"][0])
    given(stage, "0", "1")

# ---- what is wrong here? ----------------------------------------------------------------------------

claim("broken/missing_barrier", "the turns of line {l}", "第 {l} 行各次之间",
      l=lambda s: s.report["diagnostics"][0]["line"])
claim("broken/barrier_in_branch", "over {n} slots", "{n} 个槽的树", n=shared)
claim("broken/last_warp_unsynchronised", "when {n} threads are left", "剩下 {n} 个线程",
      n=lambda s: int(s.requests(round=len(s.warps()) - 1, kind="load")[0]["lanes"]))
given("broken/last_warp_unsynchronised", "2017")
claim("broken/last_warp_unsynchronised", "in place of line {l}", "把第 {l} 行换成", l=lambda s: s.report["diagnostics"][0]["line"])
claim("broken/shared_past_end", "thread 0 reads shared[{a}], thread {t} reads shared[{b}]",
      "线程 0 读 shared[{a}]，线程 {t} 读 shared[{b}]", a=lambda s: s.report["diagnostics"][0]["index"],
      t=lambda s: block(s) - 1, b=shared)
claim("broken/global_past_end", "{n:,} elements need {b} blocks of {t} threads, which are {all:,}; the last {over}",
      "{n} 个元素要 {b} 个 {t} 线程的线程块，一共 {all} 个线程；最后 {over} 个线程",
      b=lambda s: s.launch()["blocks"], t=block, all=lambda s: s.launch()["blocks"] * block(s),
      n=lambda s: min(d["index"] for d in s.report["diagnostics"]),
      over=lambda s: s.launch()["blocks"] * block(s) - min(d["index"] for d in s.report["diagnostics"]))
claim("broken/global_past_end", "block {b}, threads {a} to {t}", "块 {b} 的线程 {a} 到 {t}",
      b=lambda s: s.report["diagnostics"][0]["block"], a=lambda s: s.report["diagnostics"][0]["thread"],
      t=lambda s: block(s) - 1)
claim("broken/slots_nobody_wrote", "over {n} slots", "{n} 个槽的树", n=shared)
claim("broken/slots_nobody_wrote", "from {n} on", "从 {n} 起", n=lambda s: s.report["diagnostics"][0]["index"])
claim("broken/slots_nobody_wrote", "data that does not fill the block: {n} elements", "只有 {n} 个元素",
      n=lambda s: sum(int(r["lanes"]) for r in s.requests(round=0, kind="store", space="shared")))
given("broken/slots_nobody_wrote", "0", "1")
claim("broken/not_a_power_of_two", "with {n} threads for {n} elements", "{n} 个元素用 {n} 个线程", n=block)
claim("broken/not_a_power_of_two", "{a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}: half of {d} is {e} and half of {g} is {h}",
      "{a}、{b}、{c}、{d}、{e}、{f}、{g}、{h}：{d} 的一半是 {e}，{g} 的一半是 {h}",
      **{n: (lambda s, i=i: int(s.tables["rounds"][i]["threads"]))
         for i, n in enumerate("abcdefgh")})
claim("broken/not_a_power_of_two", "at i = {a}, as for {b} slots", "像 {b} 个槽那样从 i = {a} 开始",
      a=lambda s: 1 << (block(s).bit_length() - 1), b=lambda s: 1 << block(s).bit_length())
given("broken/not_a_power_of_two", "1", "2")
claim("broken/sum_too_large", "{n:,}", "{n}", n=lambda s: 2 ** 31 - 1)
given("broken/sum_too_large", "10", "100")
claim("broken/output_not_cleared", "twice the CPU's sum", "CPU 的和的两倍")
given("broken/output_not_cleared", "7")
claim("broken/too_many_threads", "each of {n:,} elements", "{n} 个元素各用一个线程", n=block)
given("broken/too_many_threads", "1024")
given("broken/dynamic_memory_not_passed", "0", "1")


def figures_in(text):
    """Digits that stand for a number: not those in names and constants such as int4, 3-D or A100."""
    text = re.sub(r"[A-Za-z_]+\w*\d\w*|\d-D|\[-?\d+\]|<<<.*?>>>|syncstep \w+ \S+ .*?(?=$| - )", " ", text)
    return {f.replace(",", "") for f in re.findall(r"[1-9]\d{0,2}(?:,\d{3})+|\d+", text)}


def check(stage):
    global failed
    for language, text in (("en", stage.en), ("zh", stage.zh)):
        known = set(GIVEN.get(stage.name, ())) | {"32"}
        for en, zh, figures in CLAIMS.get(stage.name, []):
            values = {name: Figure(value(stage)) for name, value in figures.items()}
            piece = (en if language == "en" else zh).format(**values)
            if piece.lower() not in text.lower():
                print(f"{stage.name} ({language}): not in the notes: {piece}")
                failed = 1
            known |= figures_in(piece)
        for figure in sorted(figures_in(text) - known):
            print(f"{stage.name} ({language}): nothing says where the {figure} in the notes comes from")
            failed = 1


stages = {f"{lesson}/{name}": Stage(lesson, name, keys)
          for lesson in ("reduction", "memory", "broken") for name, keys in read_lesson(lesson).items()}
for name in sys.argv[1:] or stages:
    check(stages[name])
for name in set(CLAIMS) | set(GIVEN):
    if name not in stages:
        print("no stage", name)
        failed = 1
sys.exit(failed)
