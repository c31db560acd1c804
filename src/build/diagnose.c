#include "build/diagnose.h"

#include "base/mem.h"
#include "base/str.h"
#include "build/unsupported.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIAGNOSE_ERRORS = 3, SOURCE_BYTES = 160 };

/* "path:line:column: text" taken apart; pointers go into the line. */
struct message {
    const char *path, *text;
    size_t path_length;
    unsigned long line, column;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool parse_message(const char *line, struct message *message)
{
    static const char linker[] = "/ld: ", section[] = "): ";
    const char *start = strstr(line, linker);
    if (start) line = start + sizeof linker - 1;
    for (const char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':')) {
        if (!is_digit(colon[1])) continue;
        char *end;
        *message = (struct message){.path = line, .path_length = (size_t)(colon - line)};
        message->line = strtoul(colon + 1, &end, 10);
        if (end[0] == ':' && is_digit(end[1])) message->column = strtoul(end + 1, &end, 10);
        if (end[0] != ':') continue;
        message->text = end + 1 + strspn(end + 1, " ");
        /* ld of binutils 2.41 and later also says where: "(.text+0x15): undefined reference ..." */
        const char *after = message->text[0] == '(' ? strstr(message->text, section) : NULL;
        if (after) message->text = after + sizeof section - 1;
        return true;
    }
    return false;
}

static bool below(const char *path, size_t length, const char *folder)
{
    size_t end = folder ? strlen(folder) : 0;
    return end && length > end && strncmp(path, folder, end) == 0 && path[end] == '/';
}

static bool is_own(const struct message *message, const struct diagnose_place *place)
{
    if (message->path_length == 0 || message->path[0] == '<') return false;
    return below(message->path, message->path_length, place->folder) ||
           (!below(message->path, message->path_length, place->shim) &&
            !below(message->path, message->path_length, "/usr"));
}

static void add_name(struct str *out, const struct message *message,
                     const struct diagnose_place *place)
{
    size_t skip = 0;
    if (below(message->path, message->path_length, place->folder)) skip = strlen(place->folder) + 1;
    str_add(out, message->path + skip, message->path_length - skip);
    str_addf(out, ":%lu:", message->line);
}

/* "      |     ^" below the message's column, tabs above it as they are. */
static void add_caret(struct str *out, const char *line, size_t length, unsigned long column)
{
    if (!column || column > length || strchr(" \t", line[column - 1])) return;
    str_adds(out, "\n      | ");
    for (size_t i = 0; i + 1 < column; i++)
        if (line[i] == '\t')
            str_addc(out, '\t');
        else if (((unsigned char)line[i] & 0xc0) != 0x80)
            str_addc(out, ' ');
    str_addc(out, '^');
}

/* The line of the file, as "   12 | text". */
static void add_source_line(struct str *out, const struct message *message)
{
    struct str text;
    char *path = mem_strndup(message->path, message->path_length);
    str_init(&text);
    if (str_read_file(&text, path) == 0) {
        str_unix_lines(&text);
        const char *at = text.text;
        for (unsigned long line = 1; line < message->line && *at; line++) {
            at = strchrnul(at, '\n');
            if (*at) at++;
        }
        size_t length = strcspn(at, "\r\n");
        if (length > SOURCE_BYTES) length = SOURCE_BYTES;
        if (length) {
            str_addf(out, "\n%5lu | %.*s", message->line, (int)length, at);
            add_caret(out, at, length, message->column);
        }
    }
    str_fini(&text);
    free(path);
}

/* The first word in the compiler's quotation marks (‘…’, or '…' in other locales). */
static char *quoted_word(const char *text)
{
    const char *begin = strstr(text, "\xe2\x80\x98"), *close = "\xe2\x80\x99";
    size_t skip = 3;
    if (!begin) {
        begin = strpbrk(text, "`'");
        close = "'";
        skip = 1;
    }
    const char *end = begin ? strstr(begin + skip, close) : NULL;
    return end ? mem_strndup(begin + skip, (size_t)(end - begin) - skip) : NULL;
}

static void add_unsupported(struct str *out, const struct unsupported *row, const char *name)
{
    if (row->what)
        str_addf(out, " %s (%s)", row->what, name);
    else
        str_addf(out, " %s", name);
    str_addf(out, " is not supported by the emulator: %s",
             row->advice ? row->advice : UNSUPPORTED_ADVICE);
}

static bool is_unknown_name(const char *text)
{
    return strstr(text, "was not declared") || strstr(text, "has not been declared") ||
           strstr(text, "does not name a type") || strstr(text, "has no member named") ||
           strstr(text, "is not a member of") || strstr(text, "is not a template") ||
           strstr(text, "there are no arguments to");
}

/* The name that is missing: of "‘struct cudaDeviceProp’ has no member named ‘x’" the second. */
static char *missing_name(const char *text)
{
    const char *member = strstr(text, "has no member named");
    return quoted_word(member ? member : text);
}

static bool add_missing_header(struct str *out, const char *text)
{
    const char *tail = strstr(text, ": No such file or directory");
    if (!tail || strncmp(text, "fatal error: ", 13) != 0) return false;
    char *header = mem_strndup(text + 13, (size_t)(tail - text) - 13);
    const struct unsupported *row = unsupported_header(header);
    if (row) {
        add_unsupported(out, row, header);
    } else {
        str_addf(out,
                 " error: %s: no such file: put it beside the program, or name its folder with "
                 "-I DIR",
                 header);
    }
    free(header);
    return true;
}

static void add_text(struct str *out, const char *text)
{
    if (add_missing_header(out, text)) return;
    char *name = is_unknown_name(text) ? missing_name(text) : NULL;
    const struct unsupported *row = name ? unsupported_name(name) : NULL;
    if (row)
        add_unsupported(out, row, name);
    else
        str_addf(out, " %s", strncmp(text, "fatal ", 6) == 0 ? text + 6 : text);
    free(name);
}

/* ld: "path:12: undefined reference to `f(int)'". */
static void add_undefined(struct str *out, const char *text)
{
    static const char start[] = "undefined reference to ";
    const char *name = text + sizeof start - 1 + strspn(text + sizeof start - 1, "`'\xe2\x80\x98");
    int length = (int)strcspn(name, "'\xe2");
    char *word = mem_strndup(name, (size_t)length);
    const struct unsupported *row = unsupported_name(word);
    if (strncmp(word, "ss_", 3) == 0 || strncmp(word, "__tsan", 6) == 0 ||
        strncmp(word, "syncstep::", 10) == 0)
        str_addf(out, " error: the run-time lacks %s: build or install syncstep again", word);
    else if (row && strncmp(word, "__", 2) != 0)
        add_unsupported(out, row, word);
    else {
        str_addf(out,
                 " error: %s is used but not defined: syncstep builds one .cu file and what it "
                 "includes",
                 word);
    }
    free(word);
}

struct reader {
    const struct diagnose_place *place;
    struct str out;
    struct message context; /* the last own line that led to a template or an inlined function */
    bool has_context, at_end;
    int errors;
};

/* What we put behind the person's text is right unless that ends too early: of all errors there
 * only the reason is said, once. False: nothing is left to say. */
static bool explain_end(struct reader *reader, struct message *message)
{
    static const char end[] = "<syncstep>";
    const char *reason = reader->place->unclosed;
    if (message->path_length != sizeof end - 1 || memcmp(message->path, end, sizeof end - 1) != 0)
        return true;
    if (!reason || !*reason) return true;
    if (reader->at_end) return false;
    reader->at_end = true;
    return parse_message(reason, message);
}

/* Whether the name of an "undefined reference to `name'" is in what was said already. */
static bool was_said(const struct reader *reader, const char *text)
{
    char *name = quoted_word(text);
    struct str word;
    str_init(&word);
    str_addf(&word, " %s is", name ? name : "");
    bool said = strstr(reader->out.text, word.text) != NULL;
    str_fini(&word);
    free(name);
    return said;
}

static void start_error(struct reader *reader, const struct message *at)
{
    if (reader->errors++) str_addc(&reader->out, '\n');
    add_name(&reader->out, at, reader->place);
}

static void read_line(struct reader *reader, const char *line)
{
    struct message message;
    if (!parse_message(line, &message)) return;
    if (!explain_end(reader, &message)) return;
    bool own = is_own(&message, reader->place);
    if (strncmp(message.text, "undefined reference", 19) == 0) {
        if (!own) return;
        if (was_said(reader, message.text)) return;
        start_error(reader, &message);
        add_undefined(&reader->out, message.text);
        add_source_line(&reader->out, &message);
        return;
    }
    bool error =
        strncmp(message.text, "error: ", 7) == 0 || strncmp(message.text, "fatal error: ", 13) == 0;
    if (!error) {
        if (own && strstr(message.text, "required from")) {
            reader->context = message;
            reader->has_context = true;
        }
        return;
    }
    const struct message *at = own || !reader->has_context ? &message : &reader->context;
    start_error(reader, at);
    add_text(&reader->out, message.text);
    if (is_own(at, reader->place)) add_source_line(&reader->out, at);
    reader->has_context = false;
}

static void copy_out(const struct str *out, struct error *err)
{
    if (err) error_set(err, "%s", out->text);
}

void diagnose(const char *output, const struct diagnose_place *place, struct error *err)
{
    struct reader reader = {.place = place};
    char *lines = mem_strdup(output);
    str_init(&reader.out);
    for (char *line = lines; *line && reader.errors < DIAGNOSE_ERRORS;) {
        char *end = strchrnul(line, '\n');
        bool last = !*end;
        *end = 0;
        read_line(&reader, line);
        line = last ? end : end + 1;
    }
    /* Nothing that we know how to read: then all of it, it is what there is. */
    if (reader.errors == 0 && strstr(output, "undefined reference to `main'"))
        str_adds(&reader.out, "there is no main(): syncstep runs complete programs, with the part "
                              "that prepares the data and launches the kernels");
    else if (reader.errors == 0)
        str_addf(&reader.out, "the compiler failed:\n%.3000s", output[0] ? output : "(no message)");
    copy_out(&reader.out, err);
    str_fini(&reader.out);
    free(lines);
}

void diagnose_own(const char *text, const struct diagnose_place *place, struct error *err)
{
    struct message message;
    struct str out;
    char *line = mem_strdup(text);
    str_init(&out);
    if (parse_message(line, &message)) {
        add_name(&out, &message, place);
        str_addf(&out, " %s", message.text);
        add_source_line(&out, &message);
    } else {
        str_adds(&out, line);
    }
    copy_out(&out, err);
    str_fini(&out);
    free(line);
}
