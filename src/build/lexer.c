#include "build/lexer.h"

#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

struct cursor {
    struct lexer *lexer;
    const char *at, *end;
    uint32_t file, line;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Bytes of UTF-8 count as letters: identifiers may have them. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static char peek(const struct cursor *cursor, size_t ahead)
{
    return (size_t)(cursor->end - cursor->at) > ahead ? cursor->at[ahead] : 0;
}

static uint32_t find_file(struct lexer *lexer, const char *path, bool system)
{
    for (size_t i = 0; i < lexer->file_count; i++)
        if (strcmp(lexer->files[i].path, path) == 0) return (uint32_t)i;
    MEM_GROW(lexer->files, lexer->file_count, lexer->file_capacity);
    lexer->files[lexer->file_count] = (struct lexed_file){mem_strdup(path), system};
    return (uint32_t)lexer->file_count++;
}

/* The quoted file name of a line marker, escapes decoded; returns what is behind it. */
static const char *read_file_name(const char *at, const char *end, struct str *name)
{
    for (at++; at < end && *at != '"'; at++) {
        char c = *at;
        if (c == '\\' && at + 1 < end) {
            c = *++at;
            if (c >= '0' && c <= '7') {
                int value = 0, digits = 0;
                for (; digits < 3 && at < end && *at >= '0' && *at <= '7'; digits++, at++)
                    value = value * 8 + (*at - '0');
                at--;
                c = (char)value;
            }
        }
        str_addc(name, c);
    }
    return at < end ? at + 1 : end;
}

/* `# 12 "file" flags`. GCC marks the middle of a line with flag 3 where a macro of a system header
 * was expanded: only entering a file (flag 1) says that the file itself is one. */
static void read_marker(struct cursor *cursor, const char *at, const char *end)
{
    unsigned long line = strtoul(at, NULL, 10);
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote) return;
    struct str name;
    str_init(&name);
    const char *flags = read_file_name(quote, end, &name);
    bool enters = false, system = name.text[0] == '<';
    for (; flags < end; flags++) {
        if (*flags == '1') enters = true;
        if (*flags == '3') system = system || enters;
    }
    cursor->file = find_file(cursor->lexer, name.text, system);
    cursor->line = (uint32_t)line;
    str_fini(&name);
}

/* A line that begins with '#'. Afterwards the cursor stands at the beginning of the next line. */
static void read_directive(struct cursor *cursor)
{
    const char *end = memchr(cursor->at, '\n', (size_t)(cursor->end - cursor->at));
    if (!end) end = cursor->end;
    const char *at = cursor->at + 1;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    cursor->line++;
    if (end - at > 4 && memcmp(at, "line", 4) == 0) at += 4;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at < end && is_digit(*at)) read_marker(cursor, at, end);
    cursor->at = end < cursor->end ? end + 1 : end;
}

/* From within a system header to the next directive. */
static void skip_system_text(struct cursor *cursor)
{
    while (cursor->at < cursor->end && *cursor->at != '#') {
        const char *newline = memchr(cursor->at, '\n', (size_t)(cursor->end - cursor->at));
        if (!newline) newline = cursor->end - 1;
        cursor->at = newline + 1;
        cursor->line++;
    }
}

static void add_token(struct cursor *cursor, enum token_kind kind, const char *begin, uint32_t line)
{
    struct lexer *lexer = cursor->lexer;
    MEM_GROW(lexer->tokens, lexer->token_count, lexer->token_capacity);
    lexer->tokens[lexer->token_count] = (struct token){.begin = (uint32_t)(begin - lexer->text),
                                                       .end = (uint32_t)(cursor->at - lexer->text),
                                                       .line = line,
                                                       .file = cursor->file,
                                                       .match = (uint32_t)lexer->token_count,
                                                       .kind = kind};
    lexer->token_count++;
}

/* Behind the opening quote, to behind the closing one; a literal does not go over its line. */
static void skip_quoted(struct cursor *cursor, char quote)
{
    while (cursor->at < cursor->end && *cursor->at != quote && *cursor->at != '\n') {
        if (*cursor->at == '\\' && peek(cursor, 1)) {
            if (peek(cursor, 1) == '\n') cursor->line++;
            cursor->at++;
        }
        cursor->at++;
    }
    if (peek(cursor, 0) == quote) cursor->at++;
}

/* At the quote of R"delimiter(...)delimiter". */
static void skip_raw_string(struct cursor *cursor)
{
    const char *open = memchr(cursor->at, '(', (size_t)(cursor->end - cursor->at));
    if (!open) {
        cursor->at++;
        skip_quoted(cursor, '"');
        return;
    }
    size_t length = (size_t)(open - cursor->at); /* of )delimiter", less its quote */
    const char *delimiter = cursor->at + 1;
    for (const char *at = open + 1; (size_t)(cursor->end - at) > length; at++) {
        if (*at == '\n') cursor->line++;
        if (*at == ')' && memcmp(at + 1, delimiter, length - 1) == 0 && at[length] == '"') {
            cursor->at = at + length + 1;
            return;
        }
    }
    cursor->at = cursor->end;
}

static bool is_prefix(const char *word, size_t length, bool *raw)
{
    static const char *const prefixes[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (strlen(prefixes[i]) != length || memcmp(prefixes[i], word, length) != 0) continue;
        *raw = word[length - 1] == 'R';
        return true;
    }
    return false;
}

static void read_word(struct cursor *cursor)
{
    const char *begin = cursor->at;
    uint32_t line = cursor->line;
    while (is_letter(peek(cursor, 0)) || is_digit(peek(cursor, 0)))
        cursor->at++;
    char quote = peek(cursor, 0);
    bool raw = false;
    if ((quote == '"' || quote == '\'') && is_prefix(begin, (size_t)(cursor->at - begin), &raw)) {
        if (raw && quote == '"') {
            skip_raw_string(cursor);
        } else if (!raw) {
            cursor->at++;
            skip_quoted(cursor, quote);
        }
        if (!raw || quote == '"') {
            add_token(cursor, quote == '"' ? TOKEN_STRING : TOKEN_CHAR, begin, line);
            return;
        }
    }
    add_token(cursor, TOKEN_NAME, begin, line);
}

/* A preprocessing number: digits, letters, points, exponents with signs, digit separators. */
static void read_number(struct cursor *cursor)
{
    const char *begin = cursor->at;
    for (;;) {
        char c = peek(cursor, 0), next = peek(cursor, 1);
        bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
        if (exponent && (next == '+' || next == '-'))
            cursor->at += 2;
        else if (c == '\'' && (is_letter(next) || is_digit(next)))
            cursor->at += 2;
        else if (is_letter(c) || is_digit(c) || c == '.')
            cursor->at++;
        else
            break;
    }
    add_token(cursor, TOKEN_NUMBER, begin, cursor->line);
}

static void skip_comment(struct cursor *cursor)
{
    bool block = peek(cursor, 1) == '*';
    cursor->at += 2;
    while (cursor->at < cursor->end) {
        if (!block && *cursor->at == '\n') return;
        if (block && *cursor->at == '*' && peek(cursor, 1) == '/') {
            cursor->at += 2;
            return;
        }
        if (*cursor->at == '\n') cursor->line++;
        cursor->at++;
    }
}

static void read_punctuation(struct cursor *cursor)
{
    const char *begin = cursor->at;
    char c = *cursor->at++;
    if (c == ':' && peek(cursor, 0) == ':')
        cursor->at++;
    else if (c == '-' && peek(cursor, 0) == '>')
        cursor->at++;
    else if (c == '.' && peek(cursor, 0) == '.' && peek(cursor, 1) == '.')
        cursor->at += 2;
    add_token(cursor, TOKEN_PUNCT, begin, cursor->line);
}

static void read_token(struct cursor *cursor)
{
    char c = *cursor->at, next = peek(cursor, 1);
    if (is_letter(c)) {
        read_word(cursor);
    } else if (is_digit(c) || (c == '.' && is_digit(next))) {
        read_number(cursor);
    } else if (c == '"' || c == '\'') {
        const char *begin = cursor->at++;
        uint32_t line = cursor->line;
        skip_quoted(cursor, c);
        add_token(cursor, c == '"' ? TOKEN_STRING : TOKEN_CHAR, begin, line);
    } else if (c == '/' && (next == '*' || next == '/')) {
        skip_comment(cursor);
    } else {
        read_punctuation(cursor);
    }
}

/* Partners of brackets. A closing one that does not fit pops until it does, so that one mistake in
 * the person's program does not turn the rest of it inside out. */
static void match_brackets(struct lexer *lexer)
{
    uint32_t *open = mem_array(lexer->token_count + 1, sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < lexer->token_count; i++) {
        struct token *token = &lexer->tokens[i];
        if (token->kind != TOKEN_PUNCT || token->end - token->begin != 1) continue;
        char c = lexer->text[token->begin];
        if (c == '(' || c == '[' || c == '{') open[depth++] = (uint32_t)i;
        char wanted = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : 0;
        if (!wanted) continue;
        size_t at = depth;
        while (at > 0 && lexer->text[lexer->tokens[open[at - 1]].begin] != wanted)
            at--;
        if (at == 0) continue;
        depth = at - 1;
        token->match = open[depth];
        lexer->tokens[open[depth]].match = (uint32_t)i;
    }
    free(open);
}

int lexer_run(struct lexer *lexer, const char *text, size_t length, struct error *err)
{
    *lexer = (struct lexer){.text = text, .length = length};
    if (length > 1u << 30) return error_set(err, "the preprocessed program is over 1 GiB");
    struct cursor cursor = {lexer, text, text + length, 0, 1};
    cursor.file = find_file(lexer, "", false);
    bool line_start = true;
    while (cursor.at < cursor.end) {
        char c = *cursor.at;
        if (line_start && c == '#') {
            read_directive(&cursor);
        } else if (lexer->files[cursor.file].system) {
            if (!line_start)
                cursor.at++;
            else
                skip_system_text(&cursor);
            line_start = cursor.at[-1] == '\n';
        } else if (c == '\n') {
            cursor.line++;
            cursor.at++;
            line_start = true;
        } else if (is_space(c)) {
            cursor.at++;
        } else {
            line_start = false;
            read_token(&cursor);
        }
    }
    add_token(&cursor, TOKEN_END, cursor.at, cursor.line);
    match_brackets(lexer);
    return 0;
}

void lexer_fini(struct lexer *lexer)
{
    for (size_t i = 0; i < lexer->file_count; i++)
        free(lexer->files[i].path);
    free(lexer->files);
    free(lexer->tokens);
    *lexer = (struct lexer){0};
}

bool lexer_is(const struct lexer *lexer, size_t i, const char *word)
{
    if (i >= lexer->token_count) return false;
    const struct token *token = &lexer->tokens[i];
    size_t length = token->end - token->begin;
    return strlen(word) == length && memcmp(lexer->text + token->begin, word, length) == 0;
}

bool lexer_starts(const struct lexer *lexer, size_t i, const char *prefix)
{
    if (i >= lexer->token_count) return false;
    const struct token *token = &lexer->tokens[i];
    size_t length = strlen(prefix);
    return token->end - token->begin >= length &&
           memcmp(lexer->text + token->begin, prefix, length) == 0;
}

bool lexer_is_name(const struct lexer *lexer, size_t i)
{
    return i < lexer->token_count && lexer->tokens[i].kind == TOKEN_NAME;
}
