#include "lesson/lesson.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <ini.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STAGES = 200, MAX_DEFINES = 32, KEY_BYTES = 256, LINE_BYTES = 198 };

struct draft { /* a lesson while its file is read */
    struct arena arena;
    struct lesson lesson;
    struct lesson_stage *stages;
    int capacity;
    const char *path, *folder, *kernels, *locale;
    const char *start;
    int start_line;
    struct str translated; /* "\nsection\nkey\n" of the texts that are in the locale already */
    struct str met;        /* the same of all keys that have come, as the file spells them */
    char last[KEY_BYTES];  /* section and key of the line before: a further line repeats them */
    bool indented;         /* the line read last: it may go on with the one before */
    int section_line;      /* of the last [section] */
    int entered_line;      /* of the last one that had a key */
    FILE *file;
    int line;     /* read last, from 1 */
    int refused;  /* the line that was refused, 0 = none yet */
    int too_long; /* the first line with too many bytes, and how many */
    size_t bytes;
    struct error *err;
    bool failed;
};

static int refuse(struct draft *draft, const char *what, const char *value)
{
    if (!draft->failed) {
        error_set(draft->err, "%s:%d: %s \"%s\"", draft->path, draft->line, _(what), value);
        draft->refused = draft->line;
    }
    draft->failed = true;
    return 0;
}

static const char *find_file(struct draft *draft, const char *name, bool shipped)
{
    if (name[0] == '/') return arena_strdup(&draft->arena, name);
    const char *own = arena_printf(&draft->arena, "%s/%s", draft->folder, name);
    if (access(own, R_OK) == 0 || !shipped) return own;
    const char *ours = arena_printf(&draft->arena, "%s/%s", draft->kernels, name);
    return access(ours, R_OK) == 0 ? ours : own;
}

static void split_defines(struct draft *draft, struct lesson_stage *stage, const char *value)
{
    const char **list = arena_alloc(&draft->arena, MAX_DEFINES * sizeof *list);
    int count = stage->define_count; /* those of the lines before */
    if (count) memcpy(list, stage->defines, (size_t)count * sizeof *list);
    while (*(value += strspn(value, " \t"))) {
        size_t length = strcspn(value, " \t");
        if (count == MAX_DEFINES) {
            refuse(draft, N_("too many defines in stage"), stage->name);
            break;
        }
        list[count++] = arena_strndup(&draft->arena, value, length);
        value += length;
    }
    stage->defines = list;
    stage->define_count = count;
}

static bool parse_number(const char *text, double *out)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || *end || errno || !isfinite(value) || value < 0) return false;
    *out = value;
    return true;
}

/* Keys that are just text: one row each. */
struct text_key {
    const char *key;
    size_t field; /* offset of a const char * */
};

static const struct text_key stage_keys[] = {
    {"title", offsetof(struct lesson_stage, title)},
    {"brief", offsetof(struct lesson_stage, brief)},
    {"notes", offsetof(struct lesson_stage, notes)},
    {"comment", offsetof(struct lesson_stage, comment)},
    {"card", offsetof(struct lesson_stage, card)},
    {"args", offsetof(struct lesson_stage, args)},
    {"view", offsetof(struct lesson_stage, view)},
    {"pair", offsetof(struct lesson_stage, pair)},
    {NULL, 0},
};

static const struct text_key lesson_keys[] = {
    {"title", offsetof(struct lesson, title)},
    {"about", offsetof(struct lesson, about)},
    {NULL, 0},
};

/* Sets the text field named `key` of `object`; a further line of the same key is appended. */
static bool set_text(struct draft *draft, void *object, const struct text_key *keys,
                     const char *key, const char *value, bool further)
{
    for (; keys->key; keys++) {
        if (strcmp(key, keys->key)) continue;
        const char **field = (const char **)(void *)((char *)object + keys->field);
        *field = further ? arena_printf(&draft->arena, "%s\n%s", *field, value)
                         : arena_strdup(&draft->arena, value);
        return true;
    }
    return false;
}

static int set_stage(struct draft *draft, struct lesson_stage *stage, const char *key,
                     const char *value)
{
    double number = 0;
    if (!strcmp(key, "program")) {
        stage->program = find_file(draft, value, true);
        stage->program_line = draft->line;
    } else if (!strcmp(key, "recording")) {
        stage->recording = find_file(draft, value, false);
        if (access(stage->recording, R_OK) != 0)
            return refuse(draft, N_("no such recording:"), value);
    } else if (!strcmp(key, "defines")) {
        split_defines(draft, stage, value);
    } else if (!strcmp(key, "round")) {
        if (!parse_number(value, &number) || number > INT_MAX || number != floor(number))
            return refuse(draft, N_("not a round:"), value);
        stage->round = (uint32_t)number;
        stage->round_line = draft->line;
    } else if (!strcmp(key, "published")) {
        if (!parse_number(value, &stage->published))
            return refuse(draft, N_("not a time in seconds:"), value);
    } else if (!strcmp(key, "bandwidth")) {
        if (!parse_number(value, &stage->bandwidth))
            return refuse(draft, N_("not a bandwidth in GB/s:"), value);
    } else {
        return refuse(draft,
                      N_("a stage has program, title, brief, defines, args, view, round, pair, "
                         "notes, comment, published, bandwidth, card and recording, but no"),
                      key);
    }
    return 1;
}

static int set_lesson(struct draft *draft, const char *key, const char *value)
{
    if (!strcmp(key, "start")) {
        draft->start = arena_strdup(&draft->arena, value);
        draft->start_line = draft->line;
    } else if (!strcmp(key, "predict")) {
        if (strcmp(value, "yes") && strcmp(value, "no"))
            return refuse(draft, N_("predict is yes or no, not"), value);
        draft->lesson.predict = !strcmp(value, "yes");
    } else {
        return refuse(draft, N_("[lesson] has title, about, start and predict, but no"), key);
    }
    return 1;
}

static struct lesson_stage *stage_named(struct draft *draft, const char *name)
{
    for (int i = 0; i < draft->lesson.stage_count; i++)
        if (!strcmp(draft->stages[i].name, name)) {
            if (draft->stages[i].line >= draft->section_line) return &draft->stages[i];
            refuse(draft, N_("there are two sections named"), name);
            return NULL;
        }
    if (draft->lesson.stage_count == MAX_STAGES) {
        refuse(draft, N_("too many stages at"), name);
        return NULL;
    }
    MEM_GROW(draft->stages, draft->lesson.stage_count, draft->capacity);
    struct lesson_stage *stage = &draft->stages[draft->lesson.stage_count++];
    *stage = (struct lesson_stage){.name = arena_strdup(&draft->arena, name),
                                   .line = draft->line,
                                   .title = "",
                                   .brief = "",
                                   .comment = "",
                                   .notes = "",
                                   .card = "",
                                   .program = "",
                                   .args = "",
                                   .view = "",
                                   .pair = "",
                                   .pair_at = -1,
                                   .recording = ""};
    return stage;
}

static bool is_in(const struct str *keys, const char *section, const char *key)
{
    char entry[2 * KEY_BYTES];
    snprintf(entry, sizeof entry, "\n%s\n%s\n", section, key);
    return keys->length && strstr(keys->text, entry);
}

/* Only what is text or a list goes on in further lines. */
static bool may_go_on(const char *key)
{
    static const char *const keys[] = {"about", "notes", "comment", "args", "defines"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i])) return true;
    return false;
}

/* Is the line, which sets `name`, or `key` without the locale, in its place? */
static bool is_in_place(struct draft *draft, const char *section, const char *name, const char *key,
                        bool further)
{
    if (draft->entered_line != draft->section_line) {
        if (is_in(&draft->met, section, ""))
            return refuse(draft, N_("there are two sections named"), section);
        str_addf(&draft->met, "\n%s\n\n", section);
        draft->entered_line = draft->section_line;
    }
    if (further && !may_go_on(key)) return refuse(draft, N_("one line is enough for"), name);
    if (!further && is_in(&draft->met, section, name))
        return refuse(draft, N_("this section has had that key before:"), name);
    if (!further) str_addf(&draft->met, "\n%s\n%s\n", section, name);
    return true;
}

/* One line of the file; called by inih, which gives a further line under the key of the first.
 * "title.zh_CN" is "title" in that locale and passed over in others. */
static int handle(void *user, const char *section, const char *name, const char *value)
{
    struct draft *draft = user;
    if (draft->failed) return 0;
    char now[KEY_BYTES], key[KEY_BYTES];
    snprintf(now, sizeof now, "%s\n%s", section, name);
    bool further = draft->indented && !strcmp(now, draft->last);
    memcpy(draft->last, now, sizeof now);

    snprintf(key, sizeof key, "%s", name);
    char *dot = strchr(key, '.');
    if (dot) *dot = 0;
    if (!is_in_place(draft, section, name, key, further)) return 0;
    if (dot) {
        if (strcmp(dot + 1, draft->locale)) return 1;
        if (!further) str_addf(&draft->translated, "\n%s\n%s\n", section, key);
    } else if (is_in(&draft->translated, section, key)) {
        return 1;
    }
    if (!strcmp(section, "lesson")) {
        if (set_text(draft, &draft->lesson, lesson_keys, key, value, further)) return 1;
        return set_lesson(draft, key, value);
    }
    if (strncmp(section, "stage ", 6))
        return refuse(draft, N_("a section is [lesson] or [stage NAME], not"), section);
    struct lesson_stage *stage = stage_named(draft, section + 6 + strspn(section + 6, " "));
    if (!stage) return 0;
    if (!strcmp(key, "view")) stage->view_line = draft->line;
    if (!strcmp(key, "pair")) stage->pair_line = draft->line;
    if (set_text(draft, stage, stage_keys, key, value, further)) return 1;
    return set_stage(draft, stage, key, value);
}

static int find_pair(struct draft *draft, int number)
{
    struct lesson_stage *stage = &draft->stages[number];
    for (int i = 0; *stage->pair && i < draft->lesson.stage_count; i++)
        if (!strcmp(draft->stages[i].name, stage->pair)) stage->pair_at = i;
    if (stage->pair_at == number)
        return error_set(draft->err, _("%s:%d: pair = %s: that is the stage itself"), draft->path,
                         stage->pair_line, stage->pair);
    if (stage->pair_line && stage->pair_at < 0)
        return error_set(draft->err, _("%s:%d: pair = %s: there is no such stage"), draft->path,
                         stage->pair_line, stage->pair);
    return 0;
}

static int check(struct draft *draft)
{
    struct lesson *lesson = &draft->lesson;
    if (lesson->stage_count == 0)
        return error_set(draft->err, _("%s: a lesson needs at least one [stage NAME]"),
                         draft->path);
    for (int i = 0; i < lesson->stage_count; i++) {
        struct lesson_stage *stage = &draft->stages[i];
        if (!*stage->program)
            return error_set(draft->err, _("%s:%d: stage \"%s\" has no program"), draft->path,
                             stage->line, stage->name);
        if (access(stage->program, R_OK) != 0)
            return error_set(draft->err, _("%s:%d: stage \"%s\": program %s: %s"), draft->path,
                             stage->program_line, stage->name, stage->program, strerror(errno));
        if (find_pair(draft, i) != 0) return -1;
        if (!*stage->title) stage->title = stage->name;
        if (!strcmp(stage->name, draft->start)) lesson->start = i;
    }
    if (*draft->start && strcmp(draft->stages[lesson->start].name, draft->start))
        return error_set(draft->err, _("%s:%d: start = %s: there is no such stage"), draft->path,
                         draft->start_line, draft->start);
    return 0;
}

static void set_names(struct draft *draft, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 4 && !strcmp(base + length - 4, ".ini")) length -= 4;
    draft->lesson.name = arena_strndup(&draft->arena, base, length);
    draft->folder = slash ? arena_strndup(&draft->arena, path, (size_t)(slash - path)) : ".";
    draft->lesson.title = draft->lesson.name;
    draft->lesson.about = "";
}

static struct lesson *finish(struct draft *draft)
{
    size_t bytes = (size_t)draft->lesson.stage_count * sizeof *draft->stages;
    struct lesson_stage *stages = arena_alloc(&draft->arena, bytes);
    memcpy(stages, draft->stages, bytes);
    draft->lesson.stages = stages;
    struct arena *owner = mem_alloc(sizeof *owner);
    *owner = draft->arena;
    draft->lesson.owner = owner;
    struct lesson *lesson = mem_alloc(sizeof *lesson);
    *lesson = draft->lesson;
    return lesson;
}

/* fgets for inih, which says nothing of lines that are all right or too long for it. */
static char *next_line(char *to, int size, void *user)
{
    struct draft *draft = user;
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&text, &capacity, draft->file);
    if (length >= 0) {
        draft->line++;
        draft->indented = text[0] == ' ' || text[0] == '\t';
        if (text[0] == '[') {
            draft->section_line = draft->line;
            draft->last[0] = '\0';
        }
        while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
            length--;
        if (length > LINE_BYTES && !draft->too_long) {
            draft->too_long = draft->line;
            draft->bytes = (size_t)length;
        }
        snprintf(to, (size_t)size, "%.*s\n", (int)(length < size - 2 ? length : size - 2), text);
    }
    free(text);
    return length >= 0 ? to : NULL;
}

/* The first line that is wrong is the one that is told. */
static int read_file(struct draft *draft)
{
    draft->file = fopen(draft->path, "r");
    if (!draft->file) return error_set(draft->err, "%s: %s", draft->path, strerror(errno));
    int wrong = ini_parse_stream(next_line, draft, handle, draft);
    fclose(draft->file);
    if (draft->too_long && (!draft->failed || draft->too_long <= draft->refused))
        return error_set(draft->err, _("%s:%d: the line has %zu bytes, a line may have %d"),
                         draft->path, draft->too_long, draft->bytes, LINE_BYTES);
    if (wrong > 0 && (!draft->failed || wrong < draft->refused))
        return error_set(draft->err, _("%s:%d: neither [section] nor key = value"), draft->path,
                         wrong);
    return draft->failed ? -1 : 0;
}

int lesson_load(const char *path, const char *kernels, const char *locale, struct lesson **lesson,
                struct error *err)
{
    struct draft draft = {
        .path = path, .kernels = kernels, .locale = locale, .start = "", .err = err};
    arena_init(&draft.arena);
    str_init(&draft.translated);
    str_init(&draft.met);
    set_names(&draft, path);
    int status = read_file(&draft);
    if (!status) status = check(&draft);
    if (status == 0)
        *lesson = finish(&draft);
    else
        arena_fini(&draft.arena);
    str_fini(&draft.translated);
    str_fini(&draft.met);
    free(draft.stages);
    return status;
}

void lesson_destroy(struct lesson *lesson)
{
    if (!lesson) return;
    arena_fini(lesson->owner);
    free(lesson->owner);
    free(lesson);
}
