/* doctor.c - `syncstep doctor`: what works on this machine, what does not, what to install. */
#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/process.h"
#include "cmd/cmd.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum verdict { VERDICT_GOOD, VERDICT_LIMITED, VERDICT_MISSING };

struct finding {
    enum verdict verdict;
    char text[512];     /* what was found */
    const char *advice; /* shown unless good */
};

struct check {
    const char *name;
    struct finding (*find)(void);
};

/* First line of what a command prints; 0 when it ran and succeeded. */
static int first_line(const char *const *argv, char *line, size_t size)
{
    struct str output;
    struct error err;
    str_init(&output);
    struct process process = {.argv = argv, .output = &output, .errors = &output};
    int status = process_run(&process, &err);
    output.text[strcspn(output.text, "\n")] = 0;
    snprintf(line, size, "%.*s", (int)size - 1, status < 0 ? err.text : output.text);
    str_fini(&output);
    return status;
}

static struct finding find_compiler(void)
{
    struct finding found = {.advice = "install it (Debian, Ubuntu: sudo apt install g++)"};
    const char *argv[] = {"g++", "--version", NULL};
    if (first_line(argv, found.text, sizeof found.text)) found.verdict = VERDICT_MISSING;
    return found;
}

static struct finding find_file(char *path, const char *advice)
{
    struct finding found = {.advice = advice};
    snprintf(found.text, sizeof found.text, "%s", path);
    if (access(path, R_OK)) {
        found.verdict = VERDICT_MISSING;
        snprintf(found.text, sizeof found.text, "%s is not there", path);
    }
    free(path);
    return found;
}

static struct finding find_emulator(void)
{
    return find_file(path_library("libsyncstep_emulator.a"), "build or install syncstep again");
}

static struct finding find_shim(void)
{
    char *folder = path_shim(), *header = path_join(folder, "cuda_runtime.h");
    free(folder);
    return find_file(header, "build or install syncstep again");
}

static struct finding find_nvcc(void)
{
    struct finding found = {.advice =
                                "only for --backend gpu: install NVIDIA's CUDA toolkit and put "
                                "its bin folder in $PATH"};
    char *nvcc = process_find("nvcc");
    if (!nvcc) nvcc = process_find("/usr/local/cuda/bin/nvcc");
    snprintf(found.text, sizeof found.text, "%s", nvcc ? nvcc : "not found");
    if (!nvcc) found.verdict = VERDICT_LIMITED;
    free(nvcc);
    return found;
}

static struct finding find_gpu(void)
{
    struct finding found = {.advice = "only for --backend gpu; the emulator shows the same steps"};
    const char *argv[] = {"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader",
                          NULL};
    if (first_line(argv, found.text, sizeof found.text)) {
        snprintf(found.text, sizeof found.text, "none found");
        found.verdict = VERDICT_LIMITED;
    }
    return found;
}

static struct finding find_terminal(void)
{
    struct finding found = {.advice = "the viewer needs a terminal: run it without a pipe"};
    const char *term = getenv("TERM");
    struct winsize size = {0};
    if (!isatty(0) || !isatty(1) || ioctl(1, TIOCGWINSZ, &size)) {
        found.verdict = VERDICT_LIMITED;
        snprintf(found.text, sizeof found.text, "standard input or output is not a terminal");
        return found;
    }
    snprintf(found.text, sizeof found.text, "TERM=%s, %d x %d", term ? term : "(unset)",
             size.ws_col, size.ws_row);
    if (size.ws_col < 80 || size.ws_row < 24) {
        found.verdict = VERDICT_LIMITED;
        found.advice = "80 x 24 or more shows everything";
    }
    return found;
}

static struct finding find_characters(void)
{
    struct finding found = {.advice = "lines are drawn in ASCII; a UTF-8 locale (LANG=C.UTF-8) "
                                      "brings the rest"};
    const char *codeset = nl_langinfo(CODESET);
    snprintf(found.text, sizeof found.text, "%s", codeset);
    if (strcmp(codeset, "UTF-8") != 0) found.verdict = VERDICT_LIMITED;
    return found;
}

static struct finding find_language(void)
{
    struct finding found = {.advice = "the words are English here: `sudo apt-get install locales`, "
                                      "then `sudo dpkg-reconfigure locales` and choose it"};
    snprintf(found.text, sizeof found.text, "%s%s", i18n_locale(),
             i18n_installed() ? "" : " is asked for and not installed");
    if (!i18n_installed()) found.verdict = VERDICT_LIMITED;
    return found;
}

static struct finding find_cache(void)
{
    struct finding found = {.advice = "programs are built anew each time: set HOME or "
                                      "XDG_CACHE_HOME to a folder that can be written"};
    struct error err = {""};
    char *folder = path_cache();
    if (!folder || path_make_folder(folder, &err) || access(folder, W_OK)) {
        found.verdict = VERDICT_LIMITED;
        snprintf(found.text, sizeof found.text, "%.500s", err.text[0] ? err.text : "not writable");
    } else {
        snprintf(found.text, sizeof found.text, "%s", folder);
    }
    free(folder);
    return found;
}

static const struct check checks[] = {
    {"g++", find_compiler},
    {"emulator", find_emulator},
    {"CUDA headers", find_shim},
    {"nvcc", find_nvcc},
    {"GPU", find_gpu},
    {"terminal", find_terminal},
    {"characters", find_characters},
    {"language", find_language},
    {"build cache", find_cache},
};

static int run(struct options *options)
{
    static const char *const words[] = {"ok", "limited", "missing"};
    int status = CMD_DONE;
    if (options->words.count)
        return cmd_fail(CMD_USAGE, "doctor: takes no operand: '%s'", options->words.words[0]);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        struct finding found = checks[i].find();
        printf("%-13s %-8s %s\n", checks[i].name, words[found.verdict], found.text);
        if (found.verdict != VERDICT_GOOD) printf("%22s-> %s\n", "", found.advice);
        if (found.verdict == VERDICT_MISSING) status = CMD_FAILED;
    }
    return status;
}

const struct command command_doctor = {.name = "doctor",
                                       .usage = "",
                                       .summary =
                                           N_("what works on this machine and what does not"),
                                       .run = run};
