/* lexer.h - tokens of preprocessed C++ (what `g++ -E` writes), with the file and line of each.
 *
 * Line markers and pragmas are read, not returned. Text of system headers is passed over: it has no
 * tokens at all, so nothing ever changes it. Punctuation comes one character at a time except "::",
 * "->" and "..."; whoever looks for "<<<" looks for three tokens in a row. */
#ifndef SYNCSTEP_BUILD_LEXER_H
#define SYNCSTEP_BUILD_LEXER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHAR, TOKEN_PUNCT };

struct token {
    uint32_t begin, end; /* bytes of the text */
    uint32_t line;       /* of `file`, from 1 */
    uint32_t file;       /* index into lexer.files */
    uint32_t match;      /* of ( [ { ) ] }: index of its partner, or its own where there is none */
    uint8_t kind;        /* enum token_kind */
};

struct lexed_file {
    char *path; /* as in the line markers */
    bool system;
};

struct lexer {
    const char *text; /* borrowed */
    size_t length;
    struct token *tokens; /* the last is TOKEN_END */
    size_t token_count, token_capacity;
    struct lexed_file *files;
    size_t file_count, file_capacity;
};

/* 0, or -1 for a text over 1 GiB. Unterminated literals end at the end of their line: the compiler
 * will complain about them better than we can. */
int lexer_run(struct lexer *lexer, const char *text, size_t length, struct error *err);
void lexer_fini(struct lexer *lexer);

/* Whether token i is exactly `word`; false beyond the ends. */
bool lexer_is(const struct lexer *lexer, size_t i, const char *word);
bool lexer_starts(const struct lexer *lexer, size_t i, const char *prefix);
bool lexer_is_name(const struct lexer *lexer, size_t i);

#endif
