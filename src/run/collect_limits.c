/* Diagnostics of what was not recorded: a limit that the person set, or the recording's size. */
#include "run/collect_impl.h"

#include "base/i18n.h"

#include <stdio.h>

enum { MESSAGE = 512 };

static void add_limit(struct collect *c, const char *message, struct launch_info *launch)
{
    struct trace_diagnostic d = builder_blank_diagnostic(TRACE_LIMIT, TRACE_NOTE);
    d.message = builder_name(c->builder, message);
    if (launch) {
        d.launch = launch->index;
        if (launch->record->site) collect_place(c, launch->record->site, &d);
    }
    builder_diagnostic(c->builder, &d);
}

/* The launch during which the recording stopped, or the first after that; NULL when it did not.
 * Where only some blocks were asked for, launches before that one are incomplete as well. Where not
 * all that the program handed over was kept, sums say nothing: then the last that has any. */
static struct launch_info *first_cut(struct collect *c, const struct spool_header *header)
{
    enum { LAST = 2 * TRACE_LANES }; /* a request that did not fit any more */
    struct launch_info *last = NULL;
    uint64_t kept = 0;
    if (!c->index.overflow && header->accesses < header->max_accesses) return NULL;
    for (size_t i = 0; i < c->launch_count; i++) {
        struct launch_info *launch = &c->launches[i];
        if (launch->index == TRACE_NONE) continue;
        kept += launch->kept;
        if (launch->complete) continue;
        if (c->index.overflow || kept + LAST > header->max_accesses) return launch;
        if (launch->kept && launch->blocks_kept < launch->blocks_known) last = launch;
    }
    return last;
}

/* The first launch of whose blocks some were left out, since the bytes that shared memory had at
 * the ends of their rounds are more than is kept. */
static struct launch_info *blocks_cut(struct collect *c)
{
    for (size_t i = 0; i < c->launch_count; i++)
        if (c->launches[i].index != TRACE_NONE &&
            c->launches[i].blocks_kept < c->launches[i].blocks_known)
            return &c->launches[i];
    return NULL;
}

static void describe_blocks(struct collect *c, struct launch_info *cut)
{
    char message[MESSAGE];
    snprintf(message, sizeof message,
             N_("the recording is incomplete, since shared memory at the ends of all rounds is too "
                "much to keep: of launch %u only %u of %u blocks were looked at. What is wrong in "
                "the others is not known."),
             cut->index, cut->blocks_kept, cut->blocks_known);
    add_limit(c, message, cut);
}

/* The launch that went beyond spool_most_rounds(). */
static struct launch_info *rounds_cut(struct collect *c, const struct spool_header *header)
{
    for (size_t i = 0; header->rounds_over && i < c->launch_count; i++)
        if (collect_rounds_over(c, c->launches[i].record->ordinal) &&
            c->launches[i].index != TRACE_NONE)
            return &c->launches[i];
    return NULL;
}

static void describe_rounds(struct collect *c, const struct spool_header *header,
                            struct launch_info *cut)
{
    char message[MESSAGE];
    snprintf(message, sizeof message,
             N_("the recording is incomplete, since blocks had come to a barrier %llu times "
                "(--max-accesses / 32, at least 65536): what launch %u did after that was not "
                "looked at. What is wrong in the rest and in later launches is not known."),
             (unsigned long long)spool_most_rounds(header->max_accesses), cut->index);
    add_limit(c, message, cut);
}

/* A launch that was stopped has not told how many accesses it would have made. */
static void describe_cut(struct collect *c, const struct spool_header *header,
                         struct launch_info *cut)
{
    char message[MESSAGE];
    unsigned long long kept = cut->kept, all = cut->all, most = header->max_accesses;
    if (c->index.overflow && cut->end)
        snprintf(
            message, sizeof message,
            N_("the recording is incomplete, since it was full: of launch %u only %llu of %llu "
               "accesses were looked at. What is wrong in the rest and in later launches is "
               "not known."),
            cut->index, kept, all);
    else if (c->index.overflow)
        snprintf(message, sizeof message,
                 N_("the recording is incomplete, since it was full: of launch %u only %llu "
                    "accesses were looked at. What is wrong in the rest and in later launches is "
                    "not known."),
                 cut->index, kept);
    else if (cut->end)
        snprintf(
            message, sizeof message,
            N_("the recording is incomplete, since --max-accesses %llu was reached: of launch "
               "%u only %llu of %llu accesses were looked at. What is wrong in the rest and in "
               "later launches is not known."),
            most, cut->index, kept, all);
    else
        snprintf(message, sizeof message,
                 N_("the recording is incomplete, since --max-accesses %llu was reached: of launch "
                    "%u only %llu accesses were looked at. What is wrong in the rest and in later "
                    "launches is not known."),
                 most, cut->index, kept);
    add_limit(c, message, cut);
}

void limits_read(struct collect *c)
{
    char message[MESSAGE];
    size_t recorded = 0;
    for (size_t i = 0; i < c->launch_count; i++)
        recorded += c->launches[i].index != TRACE_NONE;
    if (recorded < c->launch_count) {
        snprintf(message, sizeof message,
                 N_("%zu of %zu launches were recorded; --launches chooses which."), recorded,
                 c->launch_count);
        add_limit(c, message, NULL);
    }
    const bool there = c->ask->size >= SPOOL_FIRST;
    struct launch_info *rounds = there ? rounds_cut(c, (const void *)c->ask->spool) : NULL;
    struct launch_info *cut = there ? first_cut(c, (const void *)c->ask->spool) : NULL;
    if (rounds && (!cut || rounds->index <= cut->index))
        describe_rounds(c, (const void *)c->ask->spool, rounds);
    else if (cut)
        describe_cut(c, (const void *)c->ask->spool, cut);
    else if (blocks_cut(c))
        describe_blocks(c, blocks_cut(c));
    else if (c->index.overflow)
        add_limit(c,
                  N_("The recording was full before the program ended; --blocks and "
                     "--launches choose what is kept."),
                  NULL);
}
