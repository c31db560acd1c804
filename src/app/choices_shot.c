/* choices_shot.c - ":shot FILE COLUMNSxROWS THEME": each of the three. */
#include "app/choices.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { PATH_ROOM = 1024 };

static bool is_picture(const struct state *state, const char *name)
{
    const char *dot = strrchr(name, '.'), *ending;
    for (uint32_t i = 0; dot && state->shot_ending && (ending = state->shot_ending(i)); i++)
        if (strcasecmp(dot + 1, ending) == 0) return true;
    return false;
}

/* Blanks end the word, and what is not printed would change the line. */
static bool can_be_typed(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name <= ' ' || *name == 127) return false;
    return true;
}

/* Folders on the way, and pictures that are there. */
static void add_files(const struct state *state, const char *text, struct choices *words)
{
    const char *slash = strrchr(text, '/');
    const int length = slash ? (int)(slash - text) + 1 : 0;
    char path[PATH_ROOM];
    struct dirent *entry;
    struct stat file;
    snprintf(path, sizeof path, "%.*s", length, text);
    DIR *folder = opendir(length ? path : ".");
    if (!folder) return;
    while ((entry = readdir(folder))) {
        const bool hidden = *entry->d_name == '.' && text[length] != '.';
        if (hidden || strcmp(entry->d_name, ".") == 0 || !can_be_typed(entry->d_name)) continue;
        snprintf(path, sizeof path - 1, "%.*s%s", length, text, entry->d_name);
        if (stat(path, &file) != 0) continue;
        if (S_ISDIR(file.st_mode))
            strcat(path, "/");
        else if (!S_ISREG(file.st_mode) || !is_picture(state, path))
            continue;
        choices_add(words, text, path);
    }
    closedir(folder);
}

/* A new file: its name is the person's, what it is the ending says. */
static void add_endings(const struct state *state, const char *text, struct choices *words)
{
    const char *slash = strrchr(text, '/'), *name = slash ? slash + 1 : text;
    const char *dot = strrchr(name, '.'), *ending;
    const int length = (int)(dot && dot > name ? dot - text : (long)strlen(text));
    if (!*name || *name == '.') return;
    for (uint32_t i = 0; state->shot_ending && (ending = state->shot_ending(i)); i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%.*s.%s", length, text, ending);
        choices_add(words, text, path);
    }
}

static void add_sizes(const struct state *state, const char *text, struct choices *words)
{
    char size[32];
    snprintf(size, sizeof size, "%dx%d", state->columns, state->rows);
    choices_add(words, text, size);
    choices_add(words, text, "80x24");
    choices_add(words, text, "120x40");
    choices_add(words, text, "160x50");
}

void choices_shot(const struct state *state, const char *text, struct choices *words)
{
    int before = 0; /* words that are complete */
    const char *word = text;
    for (const char *c = text; *c; c++)
        if (*c == ' ') {
            before += c > text && c[-1] != ' ';
            word = c + 1;
        }
    words->from = (size_t)(word - text);
    if (before == 0) {
        add_files(state, word, words);
        if (words->count == 0 || strrchr(word, '.')) add_endings(state, word, words);
    } else if (before == 1) {
        add_sizes(state, word, words);
    } else if (before == 2) {
        choices_themes(state, word, words);
    }
}
