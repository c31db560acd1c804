#include "base/i18n.h"
#include "cmd/options.h"

#include "base/mem.h"
#include "base/paths.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(struct options, member)

static const struct option_row build_rows[] = {
    {.name = "backend",
     .kind = OPTION_CHOICE,
     .at = AT(backend),
     .choices = "auto|emulator|gpu",
     .help = N_("where to run it (auto: the GPU when there is one and nvcc)")},
    {.name = "as",
     .kind = OPTION_CHOICE,
     .at = AT(as),
     .choices = "written|compiled",
     .help = N_("accesses of the source, or what the optimiser leaves of them")},
    {.name = "define",
     .letter = 'D',
     .kind = OPTION_LIST,
     .at = AT(defines),
     .argument = "NAME[=VALUE]",
     .help = N_("define a macro of the program")},
    {.name = "include",
     .letter = 'I',
     .kind = OPTION_LIST,
     .at = AT(include_dirs),
     .argument = "DIR",
     .help = N_("look for the program's headers there too")},
    {0}};

static const struct option_row record_rows[] = {
    {.name = "launches",
     .kind = OPTION_RANGE,
     .at = AT(launches),
     .argument = "RANGE",
     .help = N_("kernel launches to record, from 0 (default 0-63)")},
    {.name = "blocks",
     .kind = OPTION_RANGE,
     .at = AT(blocks),
     .argument = "RANGE|all",
     .help = N_("blocks of each launch to record (default 0-63)")},
    {.name = "schedule",
     .kind = OPTION_SCHEDULE,
     .at = AT(schedule),
     .argument = "forward|reverse|random:SEED",
     .help = N_("order of threads and blocks (emulator)")},
    {.name = "timeout",
     .kind = OPTION_NUMBER,
     .at = AT(timeout),
     .argument = "SECONDS",
     .help = N_("end a program that gets nowhere for so long, or has not ended after five times "
                "as long (default 60, 0: never)")},
    {.name = "max-accesses",
     .kind = OPTION_NUMBER,
     .at = AT(max_accesses),
     .argument = "N",
     .help = N_("memory accesses to keep (default 32 million)")},
    {.name = "values",
     .kind = OPTION_TEXT,
     .at = AT(values),
     .argument = "all",
     .help = N_("keep the values of all shared accesses")},
    {.name = "device",
     .kind = OPTION_NUMBER,
     .at = AT(device),
     .argument = "N",
     .help = N_("which GPU")},
    {.name = "workers",
     .kind = OPTION_NUMBER,
     .at = AT(workers),
     .argument = "N",
     .help = N_(
         "cores the emulator may use (default all; with 1, blocks that race end alike each time)")},
    {0}};

/* Where the first picture is: view, launch, block, round. */
static const struct option_row place_rows[] = {
    {.name = "view",
     .kind = OPTION_TEXT,
     .at = AT(view),
     .argument = "NAME",
     .help = N_("the view: tree, access, banks, blocks, source, ladder, output, device, notes")},
    {.name = "launch",
     .kind = OPTION_NUMBER,
     .at = AT(launch),
     .given_at = AT(launch_given),
     .argument = "N",
     .help = N_("the launch, from 0")},
    {.name = "block",
     .kind = OPTION_NUMBER,
     .at = AT(block),
     .given_at = AT(block_given),
     .argument = "N",
     .help = N_("the block, its linear index")},
    {.name = "round",
     .kind = OPTION_NUMBER,
     .at = AT(round),
     .given_at = AT(round_given),
     .argument = "N",
     .help = N_("the round, from 0")},
    {0}};

static const struct option_row screen_rows[] = {
    {.name = "ascii",
     .kind = OPTION_FLAG,
     .at = AT(ascii),
     .help = N_("no characters beyond ASCII")},
    {.name = "no-color", .kind = OPTION_FLAG, .at = AT(no_color), .help = N_("no colours")},
    {.name = "no-animation",
     .kind = OPTION_FLAG,
     .at = AT(no_animation),
     .help = N_("steps are drawn at once")},
    {.name = "size",
     .kind = OPTION_SIZE,
     .at = AT(columns),
     .argument = "COLSxROWS",
     .help = N_("size of the picture or screen")},
    {.name = "theme",
     .kind = OPTION_TEXT,
     .at = AT(theme),
     .argument = "NAME",
     .help = N_("safe, dark, light or print")},
    {.name = "plain",
     .kind = OPTION_FLAG,
     .at = AT(plain),
     .help = N_("read the rounds out as text; needs no terminal")},
    {.name = "mouse", .kind = OPTION_FLAG, .at = AT(mouse), .help = N_("begin with the mouse on")},
    {0}};

enum { MAX_ROWS = 64, OPTION_BASE = 1000 };

struct row_set {
    const struct option_row *rows[MAX_ROWS];
    int count;
};

static void add_rows(struct row_set *set, const struct option_row *rows)
{
    for (; rows && rows->name && set->count < MAX_ROWS; rows++)
        set->rows[set->count++] = rows;
}

static struct row_set rows_of(const struct command *command)
{
    struct row_set set = {.count = 0};
    if (command->groups & OPTIONS_PLACE) add_rows(&set, place_rows);
    add_rows(&set, command->rows);
    if (command->groups & OPTIONS_BUILD) add_rows(&set, build_rows);
    if (command->groups & OPTIONS_RECORD) add_rows(&set, record_rows);
    if (command->groups & OPTIONS_SCREEN) add_rows(&set, screen_rows);
    return set;
}

void options_each(const struct command *command,
                  void (*see)(void *context, const struct option_row *row), void *context)
{
    struct row_set set = rows_of(command);
    for (int i = 0; i < set.count; i++)
        see(context, set.rows[i]);
}

static const char *argument_of(const struct option_row *row)
{
    return row->argument ? row->argument : row->choices;
}

static void print_help(const struct command *command)
{
    printf(_("Usage: syncstep %s%s%s [options]\n"), command->name, command->usage[0] ? " " : "",
           command->usage);
    if (command->summary) printf(_("%s.\n"), _(command->summary));
    struct row_set set = rows_of(command);
    printf("\n%s\n", _("Options:"));
    for (int i = 0; i < set.count; i++) {
        const struct option_row *row = set.rows[i];
        char left[128], letter[8] = "";
        if (row->letter) snprintf(letter, sizeof letter, "-%c, ", row->letter);
        int n = snprintf(left, sizeof left, "  %s--%s%s%s", letter, row->name,
                         argument_of(row) ? " " : "", argument_of(row) ? argument_of(row) : "");
        if (n > 32)
            printf("%s\n%34s%s\n", left, "", _(row->help));
        else
            printf("%-34s%s\n", left, _(row->help));
    }
    printf("  %-32s%s\n", "--help", _("this text"));
}

static void word_list_add(struct word_list *list, const char *word)
{
    MEM_GROW(list->words, list->count, list->capacity);
    list->words[list->count++] = word;
}

static int parse_number(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    if (text[0] < '0' || text[0] > '9') return -1;
    *value = strtoull(text, &end, 0);
    return errno || *end ? -1 : 0;
}

static int parse_range(const char *text, struct range *range)
{
    unsigned long first, last;
    char *end;
    if (strcmp(text, "all") == 0) {
        *range = (struct range){0, UINT32_MAX - 1, true};
        return 0;
    }
    if (text[0] < '0' || text[0] > '9') return -1;
    errno = 0;
    first = last = strtoul(text, &end, 10);
    if (*end == '-' && end[1] >= '0' && end[1] <= '9') last = strtoul(end + 1, &end, 10);
    if (errno || *end || last < first || last >= UINT32_MAX) return -1;
    *range = (struct range){(uint32_t)first, (uint32_t)last, true};
    return 0;
}

static int parse_size(const char *text, int *size)
{
    int used = 0, columns, rows;
    if (sscanf(text, "%4dx%4d%n", &columns, &rows, &used) != 2 || text[used]) return -1;
    if (columns < 1 || rows < 1) return -1;
    size[0] = columns;
    size[1] = rows;
    return 0;
}

static int parse_choice(const char *text, const char *choices, int *value)
{
    size_t length = strlen(text);
    for (int i = 0;; i++) {
        const char *end = strchrnul(choices, '|');
        if ((size_t)(end - choices) == length && memcmp(choices, text, length) == 0) {
            *value = i;
            return 0;
        }
        if (!*end) return -1;
        choices = end + 1;
    }
}

static int parse_schedule(const char *text, struct options *options)
{
    if (strncmp(text, "random:", 7) == 0) {
        options->schedule = SCHEDULE_RANDOM;
        return parse_number(text + 7, &options->seed);
    }
    return parse_choice(text, "forward|reverse|random", &options->schedule);
}

static int set_value(struct options *options, const struct option_row *row, const char *value)
{
    char *at = (char *)options + row->at;
    if (row->given_at) *(bool *)((char *)options + row->given_at) = true;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)at = true;
        return 0;
    case OPTION_TEXT:
        *(const char **)at = value;
        return 0;
    case OPTION_NUMBER:
        return parse_number(value, (uint64_t *)at);
    case OPTION_RANGE:
        return parse_range(value, (struct range *)at);
    case OPTION_SIZE:
        return parse_size(value, (int *)at);
    case OPTION_LIST:
        word_list_add((struct word_list *)at, value);
        return 0;
    case OPTION_CHOICE:
        return parse_choice(value, row->choices, (int *)at);
    case OPTION_SCHEDULE:
        return parse_schedule(value, options);
    }
    return -1;
}

/* getopt's tables from ours. Values are OPTION_BASE + position, so letters and long names meet. */
static void getopt_tables(const struct row_set *set, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (int i = 0; i < set->count; i++) {
        int takes = set->rows[i]->kind == OPTION_FLAG ? no_argument : required_argument;
        longs[i] = (struct option){set->rows[i]->name, takes, NULL, OPTION_BASE + i};
        if (!set->rows[i]->letter) continue;
        *shorts++ = set->rows[i]->letter;
        if (takes == required_argument) *shorts++ = ':';
    }
    longs[set->count] = (struct option){"help", no_argument, NULL, OPTION_BASE + set->count};
    longs[set->count + 1] = (struct option){0};
    *shorts = 0;
}

static const struct option_row *row_for(const struct row_set *set, int found)
{
    if (found >= OPTION_BASE && found < OPTION_BASE + set->count)
        return set->rows[found - OPTION_BASE];
    for (int i = 0; i < set->count; i++)
        if (set->rows[i]->letter == found) return set->rows[i];
    return NULL;
}

static bool is_about_running(const struct option_row *row)
{
    const struct option_row *const tables[] = {build_rows, record_rows};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct option_row *at = tables[i]; at->name; at++)
            if (at == row) return true;
    return false;
}

/* The word that holds what getopt just read: for letters together ("-xyz") not the one before. */
static const char *seen_word(int argc, char **argv)
{
    const char *before = argv[optind - 1];
    bool letter = optopt > 0 && optopt < OPTION_BASE;
    if (letter && optind < argc && !(before[0] == '-' && strchr(before, optopt)))
        return argv[optind];
    return before;
}

static int refuse_option(const struct command *command, int argc, char **argv, struct error *err)
{
    if (optopt >= OPTION_BASE)
        return error_set(err, "%s: %s: this option takes no value", command->name,
                         argv[optind - 1]);
    return error_set(err, "%s: no such option: %s (syncstep %s --help lists them)", command->name,
                     seen_word(argc, argv), command->name);
}

static int parse_options(struct options *options, const struct command *command, int argc,
                         char **argv, struct error *err)
{
    struct row_set set = rows_of(command);
    struct option longs[MAX_ROWS + 2];
    char shorts[2 * MAX_ROWS + 2];
    getopt_tables(&set, longs, shorts);
    optind = 0;
    for (int found; (found = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        if (found == OPTION_BASE + set.count) {
            print_help(command);
            return 1;
        }
        if (found == ':')
            return error_set(err, "%s: %s needs a value", command->name, argv[optind - 1]);
        const struct option_row *row = found == '?' ? NULL : row_for(&set, found);
        if (!row) return refuse_option(command, argc, argv, err);
        if (!options->run_option && is_about_running(row)) options->run_option = row->name;
        if (set_value(options, row, optarg)) {
            return error_set(err, "%s: --%s cannot be '%s'; it takes %s", command->name, row->name,
                             optarg, argument_of(row) ? argument_of(row) : "no value");
        }
    }
    for (int i = optind; i < argc; i++)
        word_list_add(&options->words, argv[i]);
    return 0;
}

/* A program of that name that comes with syncstep; free() it. NULL: there is none. */
static char *find_shipped(const char *name)
{
    static const char *const folders[] = {"kernels", "kernels/broken"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = path_data(folders[i]), *path = path_join(folder, name);
        free(folder);
        if (access(path, R_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

/* "min_timed.cu" is the one that comes with syncstep where there is no such file, as the notes of a
 * lesson name it. */
static void find_programs(struct options *options)
{
    for (size_t i = 0; i < options->words.count; i++) {
        const char *word = options->words.words[i];
        const size_t length = strlen(word);
        if (length < 4 || strcmp(word + length - 3, ".cu") != 0 || *word == '/' || *word == '.' ||
            access(word, F_OK) == 0)
            continue;
        char *path = find_shipped(word);
        if (!path) continue;
        word_list_add(&options->found, path);
        options->words.words[i] = path;
    }
}

int options_parse(struct options *options, const struct command *command, int argc, char **argv,
                  struct error *err)
{
    *options = (struct options){.timeout = 60, .max_accesses = 32000000};
    int own = argc; /* what stands behind "--" is the program's, never ours */
    for (int i = 1; i < argc && own == argc; i++)
        if (strcmp(argv[i], "--") == 0) own = i;
    for (int i = own + 1; i < argc; i++)
        word_list_add(&options->arguments, argv[i]);
    int status = parse_options(options, command, own, argv, err);
    if (command->groups & OPTIONS_BUILD) find_programs(options);
    if (status == 0 && options->values) {
        if (strcmp(options->values, "all") != 0)
            return error_set(err, "%s: --values takes only 'all'", command->name);
        options->values_all = true;
    }
    return status;
}

void options_fini(struct options *options)
{
    free(options->defines.words);
    free(options->include_dirs.words);
    free(options->words.words);
    free(options->arguments.words);
    for (size_t i = 0; i < options->found.count; i++)
        free((char *)options->found.words[i]);
    free(options->found.words);
    *options = (struct options){0};
}

/* "a program or a trace" -> "program or trace" */
static void without_articles(const char *what, char *out, size_t size)
{
    size_t used = 0;
    for (const char *at = what; *at && used + 1 < size;) {
        bool start = at == what || at[-1] == ' ';
        if (start && strncmp(at, "a ", 2) == 0)
            at += 2;
        else if (start && strncmp(at, "the ", 4) == 0)
            at += 4;
        else
            out[used++] = *at++;
    }
    out[used] = 0;
}

int options_one_word(const struct options *options, const char *what, const char **word,
                     struct error *err)
{
    if (options->words.count == 0) return error_set(err, "%s is missing", what);
    if (options->words.count > 1) {
        char names[128];
        without_articles(what, names, sizeof names);
        return error_set(err,
                         "only one %s, please: what is '%s'? (The program's own arguments go "
                         "behind --)",
                         names, options->words.words[1]);
    }
    *word = options->words.words[0];
    if (!**word) return error_set(err, "the name of the file is empty");
    return 0;
}

struct build_request options_build_request(const struct options *options, const char *program)
{
    return (struct build_request){.program = program,
                                  .defines = options->defines.words,
                                  .define_count = options->defines.count,
                                  .include_dirs = options->include_dirs.words,
                                  .include_count = options->include_dirs.count,
                                  .as = (enum build_as)options->as,
                                  .fresh = options->fresh};
}
