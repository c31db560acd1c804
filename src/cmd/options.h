/* options.h - every command-line option of every command, parsed in one place.
 *
 * An option is a row of a table: its name, where its value goes in `struct options`, its help. A
 * command names the groups it takes and adds rows of its own. */
#ifndef SYNCSTEP_CMD_OPTIONS_H
#define SYNCSTEP_CMD_OPTIONS_H

#include "base/error.h"
#include "build/build.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum backend { BACKEND_AUTO, BACKEND_EMULATOR, BACKEND_GPU };
enum schedule { SCHEDULE_FORWARD, SCHEDULE_REVERSE, SCHEDULE_RANDOM };

struct range { /* inclusive; `given` false = the default of whoever asks */
    uint32_t first, last;
    bool given;
};

struct word_list {
    const char **words; /* borrowed from argv; the array is the options' */
    size_t count, capacity;
};

struct options {
    /* building */
    int backend; /* enum backend */
    int as;      /* enum build_as */
    struct word_list defines, include_dirs;
    /* recording */
    struct range launches, blocks;
    int schedule; /* enum schedule */
    uint64_t seed;
    uint64_t timeout; /* seconds; 0 = none */
    uint64_t max_accesses;
    bool values_all;
    uint64_t device;
    uint64_t workers; /* OS threads for blocks; 0 = number of cores */
    /* screen */
    bool ascii, no_color, no_animation, plain, mouse;
    int columns, rows; /* of --size; 0 = not given */
    const char *theme;
    /* commands' own */
    bool json, full, fresh, list;
    const char *output, *view, *to, *values;
    uint64_t launch, block, round, scale;
    bool launch_given, block_given, round_given;
    struct range rounds;
    const char *run_option; /* the first option given that is about building and running */
    /* what is left */
    struct word_list words;     /* operands, in order */
    struct word_list found;     /* paths that stand in `words` for names of shipped programs */
    struct word_list arguments; /* behind "--": the program's own */
};

enum option_kind {
    OPTION_FLAG,   /* bool = true */
    OPTION_TEXT,   /* const char * */
    OPTION_NUMBER, /* uint64_t */
    OPTION_RANGE,  /* struct range: N, A-B or "all" */
    OPTION_SIZE,   /* two ints at `at`: COLSxROWS */
    OPTION_LIST,   /* struct word_list, may be repeated */
    OPTION_CHOICE, /* int = position in `choices` (forward|reverse|...) */
    OPTION_SCHEDULE,
};

struct option_row {
    const char *name; /* long name without dashes; NULL ends a table */
    char letter;      /* or 0 */
    enum option_kind kind;
    size_t at;            /* offsetof(struct options, ...) */
    size_t given_at;      /* offset of a bool that says it was given; 0 = none */
    const char *choices;  /* "a|b|c" */
    const char *argument; /* how help shows the value */
    const char *help;
};

enum option_group { OPTIONS_BUILD = 1, OPTIONS_RECORD = 2, OPTIONS_SCREEN = 4, OPTIONS_PLACE = 8 };

struct command;

/* Fills *options from argv (argv[0] is the command's name). 0; 1 when --help was answered; -1 with
 * err for wrong usage. options_fini it in every case. */
int options_parse(struct options *options, const struct command *command, int argc, char **argv,
                  struct error *err);
void options_fini(struct options *options);

/* Every option that a command takes, in the order of its --help. */
void options_each(const struct command *command,
                  void (*see)(void *context, const struct option_row *row), void *context);

/* The one operand that most commands take. -1 and err when there is none or more than one. */
int options_one_word(const struct options *options, const char *what, const char **word,
                     struct error *err);

struct build_request options_build_request(const struct options *options, const char *program);

#endif
