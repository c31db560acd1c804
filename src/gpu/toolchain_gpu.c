#include "gpu/toolchain_gpu.h"

#include "base/mem.h"
#include "base/paths.h"
#include "base/process.h"
#include "gpu/converge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What runs inside the person's program, compiled on this machine against its own tool kit. */
static const char *const inside_sources[] = {"interpose", "launch", "recording", "harvest",
                                             "marks",     "memory", "device",    "outbox"};
enum { INSIDE_SOURCES = sizeof inside_sources / sizeof *inside_sources };

/* ---- Commands ------------------------------------------------------------------------------ */

struct command {
    struct arguments words;
    struct str texts[24]; /* owned words */
    size_t text_count;
};

static void add(struct command *command, const char *word)
{
    arguments_add(&command->words, word);
}

static void addf(struct command *command, const char *format, const char *a, const char *b)
{
    struct str *text = &command->texts[command->text_count++];
    str_init(text);
    str_addf(text, format, a, b); /* NOLINT: formats are constants of this file */
    add(command, text->text);
}

static int run(struct command *command, const char *folder, struct str *output,
               struct str *messages, struct error *err)
{
    static const char *const set[] = {"LC_ALL=C.UTF-8", "GCC_COLORS=", NULL};
    struct process process = {.argv = command->words.words,
                              .folder = folder,
                              .set = set,
                              .output = output,
                              .errors = messages};
    err->text[0] = '\0';
    const int status = process_run(&process, err);
    arguments_fini(&command->words);
    for (size_t i = 0; i < command->text_count; i++)
        str_fini(&command->texts[i]);
    return status == 0 ? 0 : -1;
}

/* ---- The tool kit -------------------------------------------------------------------------- */

char *gpu_nvcc_find(void)
{
    char *nvcc = process_find("nvcc");
    if (nvcc || access("/usr/local/cuda/bin/nvcc", X_OK) != 0) return nvcc;
    return mem_strdup("/usr/local/cuda/bin/nvcc");
}

static char *beside(const char *nvcc, const char *name)
{
    char *real = realpath(nvcc, NULL);
    char *folder = path_folder(real ? real : nvcc);
    char *path = path_join(folder, name);
    free(real);
    free(folder);
    if (access(path, X_OK) == 0) return path;
    free(path);
    return process_find(name);
}

/* The value of a line like `#$ INCLUDES="-I/usr/local/cuda/include"` behind the last `option`. */
static char *dry_run_folder(const char *text, const char *variable, const char *option)
{
    const char *line = strstr(text, variable), *found = NULL;
    if (!line) return NULL;
    const char *end = line + strcspn(line, "\n");
    for (const char *at = strstr(line, option); at && at < end; at = strstr(at + 1, option))
        found = at + strlen(option);
    return found ? mem_strndup(found, strcspn(found, "\"\n ")) : NULL;
}

static int read_version(struct gpu_toolchain *t, struct error *err)
{
    struct command command = {0};
    struct str text;
    int major = 0, minor = 0, build = 0;
    str_init(&text);
    add(&command, t->nvcc);
    add(&command, "--version");
    int status = run(&command, "/", &text, NULL, err);
    const char *at = status == 0 ? strstr(text.text, ", V") : NULL;
    if (at && sscanf(at + 3, "%d.%d.%d", &major, &minor, &build) == 3) {
        struct str version;
        str_init(&version);
        str_addf(&version, "%d.%d.%d", major, minor, build);
        t->version = str_take(&version);
        t->release = major * 1000 + minor * 10;
    } else {
        status = error_set(err, "%s --version does not say its version", t->nvcc);
    }
    str_fini(&text);
    return status;
}

static int read_folders(struct gpu_toolchain *t, struct error *err)
{
    struct command command = {0};
    struct str text;
    str_init(&text);
    add(&command, t->nvcc);
    static const char *const words[] = {"--dryrun", "-x", "cu",       "/dev/null",
                                        "-c",       "-o", "/dev/null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(&command, words[i]);
    int status = run(&command, "/", &text, &text, err);
    t->include = dry_run_folder(text.text, " INCLUDES=", "\"-I");
    t->library = dry_run_folder(text.text, " LIBRARIES=", "\"-L");
    if (status != 0 || !t->include || !t->library)
        status = error_set(err, "nvcc --dryrun does not say where its headers are");
    str_fini(&text);
    return status;
}

int gpu_toolchain_open(struct gpu_toolchain *t, struct cache *cache, const char *architecture,
                       struct error *err)
{
    *t = (struct gpu_toolchain){.cache = cache};
    snprintf(t->architecture, sizeof t->architecture, "%s", architecture);
    t->nvcc = gpu_nvcc_find();
    if (!t->nvcc)
        return error_set(err, "nvcc: not found (the GPU back end needs NVIDIA's CUDA toolkit)");
    t->ptxas = beside(t->nvcc, "ptxas");
    t->fatbinary = beside(t->nvcc, "fatbinary");
    if (!t->ptxas || !t->fatbinary)
        return error_set(err, "%s: not found beside %s", t->ptxas ? "fatbinary" : "ptxas", t->nvcc);
    t->source = path_data("src");
    return read_version(t, err) == 0 ? read_folders(t, err) : -1;
}

void gpu_toolchain_close(struct gpu_toolchain *t)
{
    if (t->runtime_temporary) cache_remove_folder(t->runtime_temporary);
    char *all[] = {t->nvcc,    t->ptxas,  t->fatbinary, t->include,          t->library,
                   t->version, t->source, t->runtime,   t->runtime_temporary};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    *t = (struct gpu_toolchain){0};
}

void gpu_toolchain_hash(const struct gpu_toolchain *t, struct hash *hash)
{
    static const char *const ours[] = {
        "gpu/probe.h",           "gpu/target/probe.cu",    "gpu/target/log.cuh",
        "gpu/target/rounds.cuh", "gpu/target/inside.h",    "gpu/target/launch.h",
        "gpu/target/older.h",    "gpu/target/wraps.flags", "run/spool.h"};
    hash_text(hash, SYNCSTEP_VERSION);
    hash_text(hash, SYNCSTEP_GPU_ID);
    hash_stat(hash, t->nvcc);
    hash_text(hash, t->version);
    hash_text(hash, t->architecture);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        char *path = path_join(t->source, ours[i]);
        hash_file(hash, path);
        free(path);
    }
    for (size_t i = 0; i < INSIDE_SOURCES; i++) {
        struct str name;
        str_init(&name);
        str_addf(&name, "%s/gpu/target/%s.c", t->source, inside_sources[i]);
        hash_file(hash, name.text);
        str_fini(&name);
    }
}

/* ---- Interposer and probe ------------------------------------------------------------------ */

static void add_own_includes(const struct gpu_toolchain *t, struct command *command)
{
    char *include = path_data("include");
    addf(command, "-I%s%s", t->source, "");
    addf(command, "-I%s%s", include, "");
    addf(command, "-I%s%s", t->include, "");
    free(include);
}

static int compile_inside(const struct gpu_toolchain *t, const char *name, const char *work,
                          struct error *err)
{
    struct command command = {0};
    struct str messages;
    str_init(&messages);
    static const char *const words[] = {"gcc", "-std=gnu17", "-O2",          "-g",
                                        "-w",  "-c",         "-D_GNU_SOURCE"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(&command, words[i]);
    add_own_includes(t, &command);
    struct str source;
    str_init(&source);
    str_addf(&source, "%s/gpu/target/%s.c", t->source, name);
    add(&command, source.text);
    add(&command, "-o");
    addf(&command, "%s/%s.o", work, name);
    int status = run(&command, "/", NULL, &messages, err);
    if (status != 0 && !err->text[0])
        error_set(err, "the interposer does not compile:\n%s", messages.text);
    str_fini(&source);
    str_fini(&messages);
    return status;
}

static int compile_probe(const struct gpu_toolchain *t, const char *work, struct error *err)
{
    struct command command = {0};
    struct str messages;
    str_init(&messages);
    add(&command, t->nvcc);
    add(&command, "-ptx");
    add(&command, "-rdc=true");
    addf(&command, "-arch=compute_%s%s", t->architecture, "");
    add(&command, "-O3");
    add_own_includes(t, &command);
    addf(&command, "%s/%s", t->source, "gpu/target/probe.cu");
    add(&command, "-o");
    addf(&command, "%s/%s", work, "probe.ptx");
    int status = run(&command, work, &messages, &messages, err);
    if (status != 0 && !err->text[0] && strstr(messages.text, "Unsupported gpu architecture"))
        error_set(err,
                  "nvcc %s cannot build for this GPU (compute capability %.*s.%s): another release "
                  "of the CUDA toolkit can, or use --backend emulator",
                  t->version, (int)strlen(t->architecture) - 1, t->architecture,
                  t->architecture + strlen(t->architecture) - 1);
    else if (status != 0 && !err->text[0])
        error_set(err, "the probe does not compile:\n%s", messages.text);
    str_fini(&messages);
    return status;
}

/* Headers of NVIDIA's samples that programs include and no tool kit has: the shim's own do for both
 * back ends. */
static int copy_helpers(const char *work, struct error *err)
{
    static const char *const names[] = {"helper_cuda.h", "helper_functions.h", "helper_image.h",
                                        "helper_math.h", "helper_string.h",    "helper_timer.h",
                                        "exception.h"};
    char *shim = path_shim();
    int status = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == 0; i++) {
        struct str text;
        char *from = path_join(shim, names[i]), *to = path_join(work, names[i]);
        str_init(&text);
        FILE *file = str_read_file(&text, from) == 0 ? fopen(to, "w") : NULL;
        if (file && fwrite(text.text, 1, text.length, file) != text.length)
            status = error_set(err, "cannot write %s: %s", to, strerror(errno));
        if (file) fclose(file);
        str_fini(&text);
        free(from);
        free(to);
    }
    free(shim);
    return status;
}

int gpu_toolchain_prepare(struct gpu_toolchain *t, struct error *err)
{
    struct hash key = hash_start();
    gpu_toolchain_hash(t, &key);
    t->runtime = cache_find(t->cache, "gpu", key);
    if (t->runtime) return 0;
    char *work = cache_work_folder(t->cache, err);
    if (!work) return -1;
    int status = copy_helpers(work, err);
    if (status == 0) status = compile_probe(t, work, err);
    for (size_t i = 0; i < INSIDE_SOURCES && status == 0; i++)
        status = compile_inside(t, inside_sources[i], work, err);
    if (status == 0) {
        const struct cache_dependency nvcc = {t->nvcc, false};
        t->runtime = cache_store(t->cache, "gpu", key, &nvcc, 1, work);
        if (strcmp(t->runtime, work) == 0) t->runtime_temporary = mem_strdup(work);
    } else {
        cache_remove_folder(work);
    }
    free(work);
    return status;
}

/* ---- The program --------------------------------------------------------------------------- */

static void add_request(const struct build_request *request, struct command *command,
                        struct str *words)
{
    size_t *at = mem_array(request->define_count + request->include_count + 1, sizeof *at), n = 0;
    for (size_t i = 0; i < request->define_count; i++) {
        at[n++] = words->length;
        str_addf(words, "-D%s", request->defines[i]);
        str_add(words, "", 1);
    }
    for (size_t i = 0; i < request->include_count; i++) {
        char *folder = path_absolute(request->include_dirs[i]);
        at[n++] = words->length;
        str_addf(words, "-I%s", folder);
        str_add(words, "", 1);
        free(folder);
    }
    for (size_t i = 0; i < n; i++)
        add(command, words->text + at[i]);
    free(at);
}

static int rename_kept(const char *work, const char *from, const char *ending, const char *to)
{
    struct str old, new;
    str_init(&old);
    str_init(&new);
    str_addf(&old, "%s/%s%s", work, from, ending);
    str_addf(&new, "%s/%s", work, to);
    const int status = rename(old.text, new.text);
    str_fini(&old);
    str_fini(&new);
    return status;
}

static char *stem(const char *program)
{
    const char *name = path_name(program), *dot = strrchr(name, '.');
    return mem_strndup(name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

int gpu_compile(const struct gpu_toolchain *t, const struct build_request *request,
                const char *program, enum gpu_kind kind, const char *work, struct str *messages,
                struct error *err)
{
    static const char *const names[] = {[GPU_OPTIMISED] = "optimised", [GPU_WRITTEN] = "written"};
    struct command command = {0};
    struct str words;
    str_init(&words);
    add(&command, t->nvcc);
    static const char *const fixed[] = {"-keep", "-std=c++17", "-g",  "-c",
                                        "-x",    "cu",         "-MD", "-Xcompiler=-w,-O1"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add(&command, fixed[i]);
    add(&command, kind == GPU_WRITTEN ? "-G" : "-lineinfo");
    addf(&command, "-arch=sm_%s%s", t->architecture, "");
    addf(&command, "-keep-dir=%s%s", work, "");
    add(&command, "-MF");
    addf(&command, "%s/%s.deps", work, names[kind]);
    add(&command, "-include");
    addf(&command, "%s/%s", t->source, "gpu/target/older.h");
    addf(&command, "-Xcompiler=-idirafter,%s%s", t->runtime, ""); /* helper_cuda.h and its kin */
    add_request(request, &command, &words);
    add(&command, program);
    add(&command, "-o");
    addf(&command, "%s/%s.o", work, names[kind]);
    int status = run(&command, work, messages, messages, err);
    char *name = stem(program);
    struct str cubin, to;
    str_init(&cubin);
    str_init(&to);
    str_addf(&cubin, ".sm_%s.cubin", t->architecture);
    str_addf(&to, "%s.cubin", names[kind]);
    if (status == 0 && rename_kept(work, name, cubin.text, to.text) != 0)
        status = error_set(err, "nvcc left no cubin for %s", path_name(program));
    str_clear(&to);
    str_addf(&to, "%s.ptx", names[kind]);
    if (status == 0 && rename_kept(work, name, ".ptx", to.text) != 0)
        status = error_set(err, "nvcc left no PTX for %s", path_name(program));
    str_fini(&cubin);
    str_fini(&to);
    str_fini(&words);
    free(name);
    return status;
}

int gpu_assemble(const struct gpu_toolchain *t, const char *ptx, const char *fatbin,
                 const char *work, bool probed, struct str *messages, struct error *err)
{
    struct command command = {0};
    add(&command, t->ptxas);
    addf(&command, "-arch=sm_%s%s", t->architecture, "");
    if (probed) /* the calls raise the number of registers: 1,024 threads must still fit */
        add(&command, "-maxrregcount=64");
    add(&command, ptx);
    add(&command, "-o");
    addf(&command, "%s/%s", work, "assembled.cubin");
    if (run(&command, work, messages, messages, err) != 0) return -1;
    char *cubin = path_join(work, "assembled.cubin");
    const int converged = gpu_converge_file(cubin);
    free(cubin);
    if (converged != 0) return error_set(err, "cannot write %s/assembled.cubin", work);
    command = (struct command){0};
    add(&command, t->fatbinary);
    add(&command, "-64");
    addf(&command, "--create=%s%s", fatbin, "");
    struct str image;
    str_init(&image);
    str_addf(&image, "--image3=kind=elf,sm=%s,file=%s/assembled.cubin", t->architecture, work);
    add(&command, image.text);
    const int status = run(&command, work, messages, messages, err);
    str_fini(&image);
    return status;
}

int gpu_disassemble(const struct gpu_toolchain *t, const char *cubin, struct str *text)
{
    struct command command = {0};
    struct error err;
    char *tool = beside(t->nvcc, "nvdisasm");
    if (!tool) return -1;
    add(&command, tool);
    add(&command, "-g");
    add(&command, cubin);
    const int status = run(&command, "/", text, NULL, &err);
    free(tool);
    return status;
}

/* Words of wraps.flags, cut by NULs in `text`. */
static void add_wraps(const struct gpu_toolchain *t, struct command *command, struct str *text)
{
    char *path = path_join(t->source, "gpu/target/wraps.flags"), *rest = NULL;
    if (str_read_file(text, path) == 0)
        for (char *word = strtok_r(text->text, " \n", &rest); word;
             word = strtok_r(NULL, " \n", &rest))
            add(command, word);
    free(path);
}

/* The fat binary as assembly: a pointer that the interposer reads, NULL for the program's own. */
static int write_fatbin_source(const char *path, const char *fatbin, struct error *err)
{
    FILE *file = fopen(path, "w");
    if (!file) return error_set(err, "cannot write %s: %s", path, strerror(errno));
    fputs(".section .data.rel.ro,\"aw\"\n.globl syncstep_fatbin\n.balign 8\nsyncstep_fatbin:\n",
          file);
    if (fatbin)
        fprintf(file, ".quad image\n.section .rodata\n.balign 16\nimage: .incbin \"%s\"\n", fatbin);
    else
        fputs(".quad 0\n", file);
    fputs(".section .note.GNU-stack,\"\",@progbits\n", file);
    return fclose(file) == 0 ? 0 : error_set(err, "cannot write %s", path);
}

int gpu_link(const struct gpu_toolchain *t, const char *object, const char *table,
             const char *fatbin, const char *executable, const char *work, struct str *messages,
             struct error *err)
{
    struct command command = {0};
    struct str wraps;
    char *assembly = path_join(work, "fatbin.s");
    int status = write_fatbin_source(assembly, fatbin, err);
    str_init(&wraps);
    add(&command, "g++");
    add(&command, "-g");
    addf(&command, "-I%s%s", t->source, "");
    addf(&command, "-I%s%s", t->include, "");
    add(&command, object);
    add(&command, assembly);
    add(&command, table);
    for (size_t i = 0; i < INSIDE_SOURCES; i++)
        addf(&command, "%s/%s.o", t->runtime, inside_sources[i]);
    add_wraps(t, &command, &wraps);
    addf(&command, "-L%s%s", t->library, "");
    static const char *const last[] = {"-lcudart_static", "-ldl", "-lrt", "-lpthread", "-o"};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        add(&command, last[i]);
    add(&command, executable);
    if (status == 0) status = run(&command, work, messages, messages, err);
    str_fini(&wraps);
    free(assembly);
    return status;
}
