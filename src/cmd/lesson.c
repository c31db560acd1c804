/* lesson.c - `syncstep lesson [NAME|FILE.ini [STAGE]]`: opens a lesson, or lists the shipped ones.
 */
#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "cmd/cmd.h"
#include "cmd/viewer.h"
#include "lesson/lesson.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_lesson(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".ini") == 0;
}

static void print_lesson(const char *folder, const char *file)
{
    struct lesson *lesson;
    struct error err;
    char locale[32], *path = path_join(folder, file), *kernels = path_data("kernels");
    viewer_locale(locale);
    if (lesson_load(path, kernels, locale, &lesson, &err) == 0) {
        printf(
            ONE_OR(lesson->stage_count, _("%-12s %2d stage   %s\n"), _("%-12s %2d stages  %s\n")),
            lesson->name, lesson->stage_count, lesson->title);
        lesson_destroy(lesson);
    } else {
        cmd_fail_error(CMD_FAILED, &err);
    }
    free(path);
    free(kernels);
}

static int list(void)
{
    struct dirent **entries;
    char *folder = path_data("assets/lessons");
    int count = scandir(folder, &entries, is_lesson, by_name);
    if (count < 0) {
        int status = cmd_fail(CMD_FAILED, "%s: no lessons there", folder);
        free(folder);
        return status;
    }
    for (int i = 0; i < count; i++) {
        print_lesson(folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    free(folder);
    return CMD_DONE;
}

static int run(struct options *options)
{
    struct error err;
    uint32_t start;
    int status;
    if (options->words.count == 0) return list();
    if (options->words.count > 2) return cmd_fail(CMD_USAGE, "one lesson at a time");
    if (!*options->words.words[0]) return cmd_fail(CMD_USAGE, "the name of the lesson is empty");
    struct session *session = viewer_lesson(options, options->words.words[0], &start, &err);
    if (!session) return cmd_fail_error(CMD_FAILED, &err);
    if (options->words.count == 2 &&
        viewer_find_stage(session, options->words.words[1], &start, &err) != 0) {
        status = cmd_fail(CMD_USAGE, "%s", err.text);
    } else {
        status = viewer_run(options, session, start);
    }
    session_destroy(session);
    return status;
}

const struct command command_lesson = {.name = "lesson",
                                       .usage = "[NAME|FILE.ini [STAGE]]",
                                       .summary = N_("open a lesson; without a name, list them"),
                                       .groups = OPTIONS_BUILD | OPTIONS_RECORD | OPTIONS_SCREEN,
                                       .run = run};
