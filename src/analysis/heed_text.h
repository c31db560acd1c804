/* heed_text.h - within heed: a source text as tokens, brackets and statements. */
#ifndef SYNCSTEP_ANALYSIS_HEED_TEXT_H
#define SYNCSTEP_ANALYSIS_HEED_TEXT_H

#include "syncstep/trace.h"

struct heed_token {
    const char *at;
    uint32_t length, line;
    uint32_t match;     /* brackets: the other one, else TRACE_NONE */
    uint32_t statement; /* first token of the statement it belongs to */
    bool word;
};

struct heed_text {
    struct heed_token *tokens;
    uint32_t count, capacity;
};

void heed_text_init(struct heed_text *text, const char *source);
void heed_text_fini(struct heed_text *text);

bool heed_is(const struct heed_text *text, uint32_t token, const char *word);
/* One that chooses: if, while, for, switch, with its bracket at *open. */
bool heed_is_head(const struct heed_text *text, uint32_t token, uint32_t *open);
/* The last token of the statement that begins there: its bodies, and those of else, with it. */
uint32_t heed_end(const struct heed_text *text, uint32_t token);
/* The last token of the part of a statement that holds no further statement. */
uint32_t heed_simple_end(const struct heed_text *text, uint32_t token);
/* Behind conditions, else, do, labels and (void): what the statement does. */
uint32_t heed_body(const struct heed_text *text, uint32_t statement);
/* The token at a place of the source, or TRACE_NONE. Column 0: the line's first. */
uint32_t heed_find(const struct heed_text *text, uint32_t line, uint32_t column);
/* The brackets of the function around the token; false outside of any. */
bool heed_function(const struct heed_text *text, uint32_t token, uint32_t *open, uint32_t *close);

#endif
