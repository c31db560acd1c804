/* The translation of CUDA's syntax: what comes out, spaces aside, and that lines stay in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "build/lexer.h"
#include "build/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *without_spaces(const char *text)
{
    char *out = mem_alloc(strlen(text) + 1), *at = out;
    for (; *text; text++)
        if (!strchr(" \t\n", *text)) *at++ = *text;
    return out;
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The translation of `input`, without the flags at its end. */
static char *translated(const char *input, struct translation *translation)
{
    struct error err;
    if (translate(input, strlen(input), "/shim", 0, translation, &err)) fail_msg("%s", err.text);
    char *end = strstr(translation->text.text, "\n# 1 \"<syncstep>\"");
    assert_non_null(end);
    return mem_strndup(translation->text.text, (size_t)(end - translation->text.text));
}

static void expect(const char *input, const char *expected)
{
    struct translation translation;
    char *text = translated(input, &translation);
    char *found = without_spaces(text), *wanted = without_spaces(expected);
    if (strcmp(found, wanted) != 0) {
        print_error("input:    %s\nexpected: %s\nfound:    %s\n", input, expected, text);
        fail();
    }
    assert_int_equal(lines_of(input), lines_of(text));
    free(found);
    free(wanted);
    free(text);
    translation_fini(&translation);
}

static void expect_error(const char *input, const char *message)
{
    struct translation translation;
    struct error err;
    assert_int_equal(translate(input, strlen(input), "/shim", 0, &translation, &err), -1);
    if (!strstr(err.text, message)) fail_msg("'%s' is not in '%s'", message, err.text);
    translation_fini(&translation);
}

/* In a function; the launch of `callee` with `configuration` and `arguments`. */
#define IN(body) "void f() {" body "}"
#define LAUNCH(callee, configuration, arguments)                                                   \
    "::syncstep::launch(\"" callee "\",::syncstep::configure(" configuration                       \
    "),[&](auto&&...ss_a)__attribute__((no_sanitize(\"thread\"))){return " callee                  \
    "(ss_a...);}" arguments ")"

static void test_launches(void **state)
{
    (void)state;
    expect(IN("k<<<1,2>>>(a,b);"), IN(LAUNCH("k", "1,2", ",a,b") ";"));
    expect(IN("k<<<g>>>();"), IN(LAUNCH("k", "g", "") ";"));
    expect(IN("k<<<g,b,n*sizeof(int),s>>>(a);"), IN(LAUNCH("k", "g,b,n*sizeof(int),s", ",a") ";"));
    expect(IN("k << <1,\n2>> > (a\n,\nb);"), IN(LAUNCH("k", "1,2", ",a,b") ";"));
    expect(IN("k\n<<<1,2>>>\n(a);"), IN(LAUNCH("k", "1,2", ",a") ";"));
    expect(IN("k<a,b><<<1,2>>>(a);"), IN(LAUNCH("k<a,b>", "1,2", ",a") ";"));
    expect(IN("k<V<int>><<<1,2>>>(a);"), IN(LAUNCH("k<V<int>>", "1,2", ",a") ";"));
    expect(IN("k<(a>b)><<<1,2>>>(a);"), IN(LAUNCH("k<(a>b)>", "1,2", ",a") ";"));
    expect(IN("ns::k<<<1,2>>>(a);"), IN(LAUNCH("ns::k", "1,2", ",a") ";"));
    expect(IN("::k<<<1,2>>>(a);"), IN(LAUNCH("::k", "1,2", ",a") ";"));
    expect(IN("T<int>::k<<<1,2>>>(a);"), IN(LAUNCH("T<int>::k", "1,2", ",a") ";"));
    expect(IN("(*f)<<<1,2>>>(a);"), IN(LAUNCH("(*f)", "1,2", ",a") ";"));
    expect(IN("(*f[i])<<<1,2>>>(a);"), IN(LAUNCH("(*f[i])", "1,2", ",a") ";"));
    expect(IN("f[i][j]<<<1,2>>>(a);"), IN(LAUNCH("f[i][j]", "1,2", ",a") ";"));
    expect(IN("o.k<<<1,2>>>(a);"), IN(LAUNCH("o.k", "1,2", ",a") ";"));
    expect(IN("p->q[2].k<<<1,2>>>(a);"), IN(LAUNCH("p->q[2].k", "1,2", ",a") ";"));
    expect(IN("get(i)<<<1,2>>>(a);"), IN(LAUNCH("get(i)", "1,2", ",a") ";"));
    expect(IN("if (x) k<<<1,2>>>(a); else k<<<3,4>>>(b);"),
           IN("if (x)" LAUNCH("k", "1,2", ",a") "; else " LAUNCH("k", "3,4", ",b") ";"));
    expect(IN("if (x) (*f)<<<1,2>>>(a);"), IN("if (x)" LAUNCH("(*f)", "1,2", ",a") ";"));
    expect(IN("k<<<dim3(1,2),dim3{3}>>>(g(a,b),[](int x){return x>>>0;});"),
           IN(LAUNCH("k", "dim3(1,2),dim3{3}", ",g(a,b),[](int x){return x>>>0;}") ";"));
    expect(IN("check((k<<<1,2>>>(a), last()));"),
           IN("check((" LAUNCH("k", "1,2", ",a") ",last()));"));
    expect(IN("k<<<(n+255)/256, n >> 2>>>(a);"), IN(LAUNCH("k", "(n+255)/256,n>>2", ",a") ";"));
    expect("template <class K> void run(K k) { k<<<1,2>>>(3); }",
           "template <class K> void run(K k) {" LAUNCH("k", "1,2", ",3") ";}");
}

/* What is in braces gets its type from the kernel's parameter. */
static void test_braces(void **state)
{
    (void)state;
    expect(IN("k<<<1,2>>>({a,{1,2}},b,{});"),
           IN(LAUNCH("k", "1,2",
                     ",::syncstep::parameter<0,decltype(::syncstep::parameters_of(k))>{a,{1,2}},b,"
                     "::syncstep::parameter<2,decltype(::syncstep::parameters_of(k))>{}") ";"));
    expect(IN("k<int><<<1,2>>>(S{a,n},{.n=1});"),
           IN(LAUNCH("k<int>", "1,2",
                     ",S{a,n},::syncstep::parameter<1,decltype("
                     "::syncstep::parameters_of(k<int>))>{.n=1}") ";"));
    expect("template<class T> __global__ void k(S s, T v) {}" IN("k<<<1,2>>>({a,n},b);"),
           "template<class T> __attribute__((noipa)) void k(S s, T v) {}" IN(
               LAUNCH("k", "1,2",
                      ",::syncstep::braced([=](auto ss_t)__attribute__((no_sanitize(\"thread\")))"
                      "{return typename decltype(ss_t)::type{a,n};}),b") ";"));
    expect(IN("k<<<1,2>>>([=]{return 1;},S{1}.n);"),
           IN(LAUNCH("k", "1,2", ",[=]{return 1;},S{1}.n") ";"));
}

static void test_nulls(void **state)
{
    (void)state;
    expect(IN("k<<<1,2>>>(0,a,__null);"),
           IN(LAUNCH("k", "1,2", ",::syncstep::null(0),a,::syncstep::null(__null)") ";"));
    expect(IN("k<<<1,2>>>(a-0,f(0),g<1,0,2>(),b?0:1);"),
           IN(LAUNCH("k", "1,2", ",a-0,f(0),g<1,0,2>(),b?0:1") ";"));
}

static void test_not_launches(void **state)
{
    (void)state;
    expect(IN("a << b; a >> b; c = \"k<<<1,2>>>(a)\"; d = '<';"),
           IN("a << b; a >> b; c = \"k<<<1,2>>>(a)\"; d = '<';"));
    expect(IN("s = R\"(k<<<1,\n2>>>(\"__shared__)\";"),
           IN("s = R\"(k<<<1,\n2>>>(\"__shared__)\";"));
    expect(IN("s = u8R\"x(a)\" )y\" __shared__ )x\"; n = 1'000'000;"),
           IN("s = u8R\"x(a)\" )y\" __shared__ )x\"; n = 1'000'000;"));
    expect("friend O &operator<< <T>(O &, T);", "friend O &operator<< <T>(O &, T);");
    expect(IN("// k<<<1,2>>>(a)\n/* __global__ */ x = '\\'';"),
           IN("// k<<<1,2>>>(a)\n/* __global__ */ x = '\\'';"));
}

static void test_launch_errors(void **state)
{
    (void)state;
    expect_error("# 7 \"x.cu\"\n" IN("<<<1,2>>>(a);"), "x.cu:7: error: no kernel stands before");
    expect_error(IN("k<<<1,2(a);"), "has no >>>");
    expect_error(IN("k<<<1,2>>>;"), "arguments, in (...), are missing");
}

/* Device code waits for its children; the host, or both in one, for the device. */
static void test_waiting(void **state)
{
    (void)state;
    expect("__device__ void f() { cudaDeviceSynchronize(); g(::cudaDeviceSynchronize()); }",
           " void f() { ss_device_synchronize(); g(::ss_device_synchronize()); }");
    expect("__host__ __device__ void f() { cudaDeviceSynchronize(); }",
           " void f() { cudaDeviceSynchronize(); }");
    expect("void f() { cudaDeviceSynchronize(); }", "void f() { cudaDeviceSynchronize(); }");
}

/* Where, from 1, a word stands in the line that it is on after the last marker before it. */
static size_t column_after_markers(const char *text, const char *word)
{
    const char *at = strstr(text, word), *begin = at;
    if (!at) fail_msg("no %s in\n%s", word, text);
    while (begin > text && begin[-1] != '\n')
        begin--;
    return (size_t)(at - begin) + 1;
}

/* What stands behind a macro or a longer word stands in the column where the file has it; what a
 * macro brought along, where the macro is named. */
static void test_columns_of_the_file(void **state)
{
    (void)state;
    char path[] = "/tmp/syncstep-translate-XXXXXX", input[512];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fputs("/* two */ __global__ void k(int *a) { a[N] = TWICE(b) != a[1]; /* c */ a[2] = 3; }\n"
          "void f() { CHECK(g(x)); k<<<1, 1>>>(y); }\n",
          file);
    fclose(file);
    snprintf(
        input, sizeof input,
        "# 1 \"%s\"\n"
        "          __global__ void k(int *a) { a[32] = first(b) + second(b) != a[1]; a[2] = 3; }\n"
        "void f() { do { int e = (g(x)); if (e) fail(e); } while (0); k<<<1, 1>>>(y); }\n",
        path);
    struct translation translation;
    char *text = translated(input, &translation);
    const struct {
        const char *word;
        size_t column;
    } words[] = {{"__attribute__", 11}, {"void k", 22},        {"32", 41},   {"first", 46},
                 {"second", 46},        {"!= a[1]", 55},       {"a[2]", 72}, {"fail", 12},
                 {"g(x)", 18},          {"::syncstep::l", 25}, {"y)", 37}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (column_after_markers(text, words[i].word) == words[i].column) continue;
        fail_msg("%s is not in column %zu of\n%s", words[i].word, words[i].column, text);
    }
    free(text);
    translation_fini(&translation);
    remove(path);
}

static void test_shared(void **state)
{
    (void)state;
    expect(IN("__shared__ int x[256];"), IN("static thread_local int x[256];"));
    expect(IN("static __shared__ int x[256];"), IN("static thread_local int x[256];"));
    expect(IN("__shared__ static int x;"), IN("static thread_local int x;"));
    expect(IN("float __shared__ a[N][N+1], b[3];"),
           IN("float static thread_local a[N][N+1], b[3];"));
    expect(IN("volatile __shared__ struct { int a, b; } p[4];"),
           IN("volatile static thread_local struct { int a, b; } p[4];"));
    expect(IN("for (;;) { __shared__ V<float, 4> v[2]; }"),
           IN("for (;;) { static thread_local V<float, 4> v[2]; }"));
    expect(IN("__shared__ alignas(alignof(V)) float s[64];"),
           IN("alignas(alignof(V)) static thread_local float s[64];"));
    expect(IN("__shared__ __align__(16) unsigned char s[64];"),
           IN("static thread_local __align__(16) unsigned char s[64];"));
    expect(IN("__shared__ int (*p)[4];"), IN("static thread_local int (*p)[4];"));
    expect("__shared__ int x[256];", "static thread_local int x[256];");
    expect("struct S { static __device__ void f() { __shared__ int x[2]; } };",
           "struct S { static void f() { static thread_local int x[2]; } };");
}

#define DYNAMIC "=::syncstep::dynamic_shared{}"

static void test_dynamic(void **state)
{
    (void)state;
    expect(IN("extern __shared__ int x[];"), IN("int (&x)[]" DYNAMIC ";"));
    expect(IN("extern double __shared__ x[];"), IN("double (&x)[]" DYNAMIC ";"));
    expect(IN("extern volatile __shared__ float s[][4];"),
           IN("volatile float (&s)[][4]" DYNAMIC ";"));
    expect(IN("extern __shared__ __align__(16) char s[];"),
           IN("__align__(16) char (&s)[]" DYNAMIC ";"));
    expect(IN("extern __shared__ int a[], b[];"), IN("int (&a)[]" DYNAMIC ", (&b)[]" DYNAMIC ";"));
    expect(IN("extern __shared__ T *p[];"), IN("T *(&p)[]" DYNAMIC ";"));
    expect(IN("__shared__ extern int x[];"), IN("int (&x)[]" DYNAMIC ";"));
    expect("template <> struct M<int> { __device__ operator int *() { extern __shared__ int i[]; "
           "return i; } };",
           "template <> struct M<int> { operator int *() { int (&i)[]" DYNAMIC "; return i; } };");
}

static void test_file_dynamic(void **state)
{
    (void)state;
    expect("extern __shared__ int s[];\n__global__ void k(int *o) { o[0] = s[1]; }\n"
           "__device__ void d(int s) { s++; }\nint main() { int s = 3; }",
           "\n__attribute__((noipa)) void k(int *o) { int (&s)[]" DYNAMIC "; o[0] = s[1]; }\n"
           "void d(int s) { s++; }\nint main() { int s = 3; }");
    expect("extern __shared__ int s[];\n__global__ void k() { extern __shared__ int s[]; s[0]=1; }",
           "\n__attribute__((noipa)) void k() { int (&s)[]" DYNAMIC "; s[0]=1; }");
}

#define KERNEL(name) "__attribute__((noipa)) void " name "(int *p);"
static void test_kernel_addresses(void **state)
{
    (void)state;
    expect("__global__ void k(int *p); void *a = (void *)k, *b = (const void *)&k;",
           KERNEL("k") " void *a = (void *)::syncstep::known(k), "
                       "*b = (const void *)::syncstep::known(&k);");
    expect("__global__ void __launch_bounds__(64) k(int *p); int f() { "
           "p.func = reinterpret_cast<void *>(n::k<int>); }",
           "__attribute__((noipa)) void k(int *p); int f() { "
           "p.func = reinterpret_cast<void *>(::syncstep::known(n::k<int>)); }");
    /* The shim takes these with their type; what is no kernel, or called, stays. */
    expect("__global__ void k(int *p); int f() { cudaLaunchKernel((void *)k, 1, 1, 0); }",
           KERNEL("k") " int f() { cudaLaunchKernel(k, 1, 1, 0); }");
    expect("__global__ void k(int *p); int f() { (void *)x; (void **)&k; (void *)k[0]; (int *)k; }",
           KERNEL("k") " int f() { (void *)x; (void **)&k; (void *)k[0]; (int *)k; }");
}

static void test_functions(void **state)
{
    (void)state;
    expect("template <int N> static __global__ void __launch_bounds__(256, 2) k(int *p) {}",
           "template <int N> static __attribute__((noipa)) void k(int *p) {"
           "::ss_kernel_begins((unsigned)(256));}");
    expect("template <int N> __global__ void __launch_bounds__((N > 1 ? N : 2)) k() { f(); }",
           "template <int N> __attribute__((noipa)) void k() {"
           "::ss_kernel_begins((unsigned)((N > 1 ? N : 2))); f(); }");
    expect("__global__ void k() { __shared__ int s; }",
           "__attribute__((noipa)) void k() {::ss_kernel_begins((unsigned)(0)); "
           "static thread_local int s; }");
    expect("__host__ __device__ __forceinline__ int f(int x) { return x; }",
           "inline __attribute__((always_inline)) int f(int x) { return x; }");
    expect("__device__ __noinline__ int f(); __attribute__((__noinline__)) int g();",
           "__attribute__((noinline)) int f(); __attribute__((__noinline__)) int g();");
    expect(IN("auto l = [=] __device__ (int i) { return i; };"),
           IN("auto l = [=] (int i) { return i; };"));
}

static void expect_symbols(const char *input, const char *symbols)
{
    struct translation translation;
    char *text = translated(input, &translation);
    assert_string_equal(translation.symbols.text, symbols);
    free(text);
    translation_fini(&translation);
}

static void test_symbols(void **state)
{
    (void)state;
    expect_symbols("# 1 \"a b.cu\"\n__constant__ float c[256];\n__device__ int d = 1, e[3];",
                   "constant\ta b.cu:1\tc\ndevice\ta b.cu:2\td\ndevice\ta b.cu:2\te\n");
    expect_symbols("# 1 \"x.cu\"\n__device__ __managed__ int m;\nstatic __device__ float *p;",
                   "managed\tx.cu:1\tm\ndevice\tx.cu:2\tp\n");
    expect_symbols("# 1 \"x.cu\"\n__device__ float (*fp)(float) = f; __device__ int f(int x);",
                   "device\tx.cu:1\tfp\n");
    expect_symbols("# 1 \"x.cu\"\n__device__ V<int, 2> v{}; __device__ int operator+(V, V) {}",
                   "device\tx.cu:1\tv\n");
    expect_symbols(
        "# 1 \"x.cu\"\n__constant__ struct P { int n; } params;\n__device__ dim3 d(1, 2);"
        "struct S { __device__ S(int) {} __device__ int g() const; };",
        "constant\tx.cu:1\tparams\ndevice\tx.cu:2\td\n");
    expect_symbols("# 1 \"x.cu\"\n" IN("__shared__ int x[2], y; extern __shared__ int z[];"),
                   "shared\tx.cu:1\tx\nshared\tx.cu:1\ty\ndynamic\tx.cu:1\tz\n");
}

static void test_calls(void **state)
{
    (void)state;
    expect(IN("cudaMalloc(&d, n);"), IN("(::ss_name_next(\"d\"),cudaMalloc(&d, n));"));
    expect(IN("CHECK(cudaMalloc((void **)&d.a[i], n));"),
           IN("CHECK((::ss_name_next(\"d.a[i]\"),cudaMalloc((void **)&d.a[i], n)));"));
    expect(IN("e = ::cudaMallocManaged(reinterpret_cast<void**>(&d), n);"),
           IN("e = (::ss_name_next(\"d\"),::cudaMallocManaged(reinterpret_cast<void**>(&d), n));"));
    expect(IN("return cudaMalloc((void**)(&d), n);"),
           IN("return (::ss_name_next(\"d\"),cudaMalloc((void**)(&d), n));"));
    expect("cudaError_t cudaMalloc(void **p, size_t n);",
           "cudaError_t cudaMalloc(void **p, size_t n);");
    expect(IN("cudaLaunchCooperativeKernel((void *)k, g, b, a, 0, 0);"),
           IN("cudaLaunchCooperativeKernel(k, g, b, a, 0, 0);"));
    expect(IN("cudaFuncSetAttribute(reinterpret_cast<const void*>(&k<1,2>), a, 1);"),
           IN("cudaFuncSetAttribute((&k<1,2>), a, 1);"));
    expect(IN("cudaOccupancyMaxPotentialBlockSize(&a, &b, (void*)k, 0, 0);"),
           IN("cudaOccupancyMaxPotentialBlockSize(&a, &b, k, 0, 0);"));
}

/* What would change the result is refused, not ignored. */
static void test_asm_modifiers(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "add.sat.s32 %0, %1, %2;",
        "add.cc.u32 %0, %1, %2;",
        "add.rz.f32 %0, %1, %2;",
        "add.ftz.f32 %0, %1, %2;",
        "fma.rn.sat.f32 %0, %1, %2, %1;",
        "cvt.sat.u8.s32 %0, %1;",
        "cvt.s32.f32 %0, %1;",
        "cvt.rz.f32.s32 %0, %1;",
        "mul.wide.s32 %0, %1, %2;",
        "mul.hi.u32 %0, %1, %2;",
        "min.NaN.f32 %0, %1, %2;",
        "shf.l.wrap.b32 %0, %1, %2;",
        "ld.acquire.gpu.u32 %0, [%1];",
        "ld.volatile.u32 %0, [%1];",
        "st.release.gpu.u32 [%0], %1;",
        "cvta.shared.u64 %0, %1;",
        "mov.b32 %0, 0f3F80;",
        "mov.u32 %0, nowhere;",
        "bar.sync.aligned 0; mov.u32 %0, %1;",
        "cp.async.bulk.commit_group;",
        "add.s32 %0, %1, %2, %2;",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "__device__ void f() { asm(\"%s\" : \"=r\"(a) : \"r\"(b), \"r\"(c)); }",
                 refused[i]);
        expect_error(text, "is not supported by the emulator");
    }
    expect_error("__device__ void f() { asm(\"mad.lo.s32 %0, %1, 3, %1;\" : \"=r\"(a) : "
                 "\"0\"(a)); }",
                 "is not supported by the emulator");
    expect("__device__ void f() { asm(\"mov.b32 %0, 0f3F800000;\" : \"=r\"(a)); }",
           "void f() { do{auto &&ss_o_0=(a);::syncstep::ptx::set(ss_o_0,(uint32_t)("
           "::syncstep::ptx::get<uint32_t>(::syncstep::ptx::single(0x3F800000))));}while(0); }");
}

static void test_asm(void **state)
{
    (void)state;
    expect("__device__ unsigned f() { unsigned r; asm volatile(\"mov.u32 %0, %%smid;\" : "
           "\"=r\"(r)); }",
           "unsigned f() { unsigned r; (r)=::ss_sm(); }");
    expect("__global__ void k() { asm(\"bar.sync 0;\"); }",
           "__attribute__((noipa)) void k() { ::ss_barrier(); }");
    expect("__device__ void f() { asm(\"add.s32 %0, %1, %2;\" : \"=r\"(a) : \"r\"(b + 1), "
           "\"r\"(c)); }",
           "void f() { (a)=(b + 1)+(c); }");
    expect("__device__ void f() { asm volatile(\"membar.gl;\" ::: \"memory\"); }",
           "void f() { ::ss_fence(1); }");
    expect("__global__ void k() { asm volatile(\"bar.sync %0, 64;\" :: \"r\"(1 + w)); }",
           "__attribute__((noipa)) void k() { ::ss_barrier_named((1+w),64); }");
    expect("__global__ void k() { asm(\"barrier.cta.arrive.aligned 3, %0;\" : : \"r\"(n) : "
           "\"memory\"); }",
           "__attribute__((noipa)) void k() { ::ss_barrier_named_arrive(3,(n)); }");
    expect_error("__global__ void k() { asm(\"bar.sync %1, 64;\" :: \"r\"(1)); }",
                 "inline PTX (asm \"bar.sync%1,64;\") is not supported");
    expect_error("__device__ void f() { asm(\"add.s32 %0, %1, %2;\" : \"=r\"(a) : \"r\"(b)); }",
                 "inline PTX");
    expect("int main() { asm volatile(\"nop\"); }", "int main() { asm volatile(\"nop\"); }");
    expect_error("# 4 \"x.cu\"\n__device__ void f() { asm(\"prmt.b32 %0;\" : \"=r\"(r)); }",
                 "x.cu:4: inline PTX (asm \"prmt.b32%0;\") is not supported by the emulator");
}

static unsigned flags_of(const char *input)
{
    struct translation translation;
    char *text = translated(input, &translation);
    unsigned flags = translation.flags;
    free(text);
    translation_fini(&translation);
    return flags;
}

static void test_flags(void **state)
{
    (void)state;
    assert_int_equal(flags_of(IN("x = 1;")), 0);
    assert_int_equal(flags_of(IN("atomicAdd(p, 1);")), PROGRAM_ATOMICS);
    assert_int_equal(flags_of(IN("int atomic = 1;")), 0);
    assert_int_equal(flags_of(IN("volatile int *p;")), PROGRAM_VOLATILE);
    assert_int_equal(flags_of(IN("asm volatile(\"nop\");")), 0);
    assert_int_equal(flags_of(IN("__threadfence();")), PROGRAM_FENCES);
    assert_int_equal(flags_of(IN("auto g = cg::this_grid();")), PROGRAM_GRID_SYNC);
    /* What the shim or the system's headers use does not count. */
    assert_int_equal(flags_of("# 1 \"/shim/x.h\" 1\nvolatile int a;\n# 2 \"x.cu\" 2\nint b;"), 0);
    assert_int_equal(flags_of("# 1 \"/usr/a.h\" 1 3\nvolatile int a;\n# 2 \"x.cu\" 2\nint b;"), 0);
}

static void test_files(void **state)
{
    struct translation translation;
    (void)state;
    char *text = translated("# 0 \"x.cu\"\n# 1 \"/home/me//\"\n# 0 \"<built-in>\"\n# 1 \"x.cu\"\n"
                            "# 1 \"/usr/include/stdio.h\" 1 3 4\nint __shared__;\n# 2 \"x.cu\" 2\n"
                            "# 1 \"h \\\"\\344.h\" 1\nint h;\n# 3 \"x.cu\" 2\n"
                            "int *p = \n# 3 \"x.cu\" 3 4\n__null\n# 3 \"x.cu\"\n;\n"
                            "__device__ int after;\n",
                            &translation);
    assert_int_equal(translation.file_count, 3);
    assert_string_equal(translation.files[0].path, "x.cu");
    assert_true(translation.files[0].own);
    assert_string_equal(translation.files[1].path, "/usr/include/stdio.h");
    assert_false(translation.files[1].own);
    assert_string_equal(translation.files[2].path, "h \"\344.h");
    assert_true(translation.files[2].own);
    assert_non_null(strstr(text, "int __shared__;")); /* a system header is left alone */
    assert_string_equal(translation.symbols.text, "device\tx.cu:4\tafter\n");
    free(text);
    translation_fini(&translation);
}

/* Line and column of the token `word` in a text with line markers. */
static void find_word(const char *text, const char *word, uint32_t *line, size_t *column)
{
    struct lexer lexer = {.text = NULL};
    struct error err;
    size_t found = 0;
    assert_int_equal(lexer_run(&lexer, text, strlen(text), &err), 0);
    for (size_t i = 0; i < lexer.token_count; i++) {
        if (!lexer_is(&lexer, i, word)) continue;
        size_t at = lexer.tokens[i].begin;
        found++;
        *line = lexer.tokens[i].line;
        for (*column = 0; at > 0 && text[at - 1] != '\n'; at--)
            (*column)++;
    }
    lexer_fini(&lexer);
    if (found != 1) fail_msg("%s is there %zu times", word, found);
}

static void test_columns(void **state)
{
    static const char input[] =
        "# 1 \"a b.cu\"\n"
        "__constant__ int w0; __global__ void w1(int *w2) { __shared__ int w3[32], w4; w5 = 1; }\n"
        "__forceinline__ __host__ int w6(); extern __shared__ int w7[];\tint w8;\n"
        "void f() { w9<<<1,\n  2>>>(0, w10); cudaMalloc(&w11, 4); w12 = 1;\n w13 = 2; }\n"
        "# 20 \"a b.cu\"\n"
        "__global__ void w14(); void w15();";
    static const char *const words[] = {"w1", "w2",  "w3",  "w4",  "w5",  "w6",
                                        "w8", "w10", "w12", "w13", "w14", "w15"};
    struct translation translation;
    (void)state;
    char *text = translated(input, &translation);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        uint32_t before, after;
        size_t was, is;
        find_word(input, words[i], &before, &was);
        find_word(text, words[i], &after, &is);
        if (before != after || was != is)
            fail_msg("%s: from %u:%zu to %u:%zu in\n%s", words[i], before, was, after, is, text);
    }
    free(text);
    translation_fini(&translation);
}

/* Any text ends: unbalanced brackets, open literals, binary rubbish. */
static void test_rubbish(void **state)
{
    static const char *const texts[] = {"",
                                        "<<<",
                                        "k<<<",
                                        "k<<<1,2>>>(",
                                        ")(}{][",
                                        "\"",
                                        "R\"(",
                                        "'",
                                        "#",
                                        "# 1 \"",
                                        "__shared__",
                                        "extern __shared__ ;",
                                        "/*",
                                        "__device__ (",
                                        "a<b<c<<<1>>>(",
                                        "}}}} k<<<1>>>() {{{",
                                        "void f(){ asm(",
                                        "void f(){cudaMalloc(",
                                        "\\",
                                        "1e+",
                                        "__device__ void f(){asm(\"\" : ",
                                        "void f(){>>>]<<<1>>>(0}"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct translation translation;
        struct error err;
        translate(texts[i], strlen(texts[i]), NULL, 0, &translation, &err);
        translation_fini(&translation);
    }
}

static void test_tokens(void **state)
{
    struct lexer lexer;
    struct error err;
    const char *text = "a->b::c 1.5e-3f .5 0x1p+3 L\"x\" 'a' ... <<\n>";
    (void)state;
    assert_int_equal(lexer_run(&lexer, text, strlen(text), &err), 0);
    static const char *const words[] = {"a",      "->",     "b",   "::",  "c", "1.5e-3f", ".5",
                                        "0x1p+3", "L\"x\"", "'a'", "...", "<", "<",       ">"};
    size_t count = sizeof words / sizeof words[0];
    assert_int_equal(lexer.token_count, count + 1);
    for (size_t i = 0; i < count; i++)
        assert_true(lexer_is(&lexer, i, words[i]));
    assert_int_equal(lexer.tokens[count - 1].line, 2);
    lexer_fini(&lexer);
}

/* GCC's preprocessor writes letters beyond ASCII as \\U and eight digits. */
static void test_letters(void **state)
{
    (void)state;
    expect("\\U00006838\\u51fd\\U00006570<<<1, 2>>>(d);",
           "::syncstep::launch(\"核函数\",::syncstep::configure(1, 2),[&](auto &&...ss_a)"
           "__attribute__((no_sanitize(\"thread\"))){return 核函数(ss_a...);},d);");
    expect("int gr\\U000000f6\\U000000dfe, \\U0001F600;", "int größe, \U0001F600;");
    expect("f(\"\\U000000f6\", '\\u00f6', R\"(\\u00f6)\", x);",
           "f(\"\\U000000f6\", '\\u00f6', R\"(\\u00f6)\", x);");
    expect("a \\u00f \\ud800 \\u0041 \\", "a \\u00f \\ud800 \\u0041 \\");
}

static void test_indices(void **state)
{
    (void)state;
    static const char input[] = "__global__ void k(const int *d, int *o) { o[d[t]] = d[t]; }";
    expect(input, "__attribute__((noipa)) void k(const int *d, int *o)"
                  "{ o[::syncstep::once((d[t]))] = d[t]; }");
    struct translation translation;
    struct error err;
    assert_int_equal(
        translate(input, strlen(input), "/shim", TRANSLATE_AS_SPELT, &translation, &err), 0);
    assert_non_null(strstr(translation.text.text, "o[d[t]] = d[t]"));
    assert_int_equal(translation.wrapped, 0);
    translation_fini(&translation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tokens),
                                       cmocka_unit_test(test_letters),
                                       cmocka_unit_test(test_launches),
                                       cmocka_unit_test(test_nulls),
                                       cmocka_unit_test(test_braces),
                                       cmocka_unit_test(test_not_launches),
                                       cmocka_unit_test(test_launch_errors),
                                       cmocka_unit_test(test_waiting),
                                       cmocka_unit_test(test_columns_of_the_file),
                                       cmocka_unit_test(test_shared),
                                       cmocka_unit_test(test_dynamic),
                                       cmocka_unit_test(test_file_dynamic),
                                       cmocka_unit_test(test_kernel_addresses),
                                       cmocka_unit_test(test_functions),
                                       cmocka_unit_test(test_symbols),
                                       cmocka_unit_test(test_calls),
                                       cmocka_unit_test(test_asm),
                                       cmocka_unit_test(test_asm_modifiers),
                                       cmocka_unit_test(test_flags),
                                       cmocka_unit_test(test_files),
                                       cmocka_unit_test(test_columns),
                                       cmocka_unit_test(test_indices),
                                       cmocka_unit_test(test_rubbish)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
