#include "build/letters.h"

#include "build/lexer.h"

#include <string.h>

static unsigned hex_digit(char c)
{
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 16;
}

/* Bytes of \uXXXX or \UXXXXXXXX at `at`, or 0 where there is none that could be a letter. */
static size_t read_letter(const char *at, size_t left, uint32_t *code)
{
    if (left < 2 || at[0] != '\\' || (at[1] != 'u' && at[1] != 'U')) return 0;
    size_t length = at[1] == 'u' ? 6 : 10;
    if (left < length) return 0;
    *code = 0;
    for (size_t i = 2; i < length; i++) {
        unsigned digit = hex_digit(at[i]);
        if (digit > 15) return 0;
        *code = *code << 4 | digit;
    }
    return *code >= 0xa0 && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff) ? length : 0;
}

static void add_utf8(struct str *out, uint32_t code)
{
    if (code < 0x800) {
        str_addc(out, (char)(0xc0 | code >> 6));
    } else {
        if (code < 0x10000) {
            str_addc(out, (char)(0xe0 | code >> 12));
        } else {
            str_addc(out, (char)(0xf0 | code >> 18));
            str_addc(out, (char)(0x80 | (code >> 12 & 0x3f)));
        }
        str_addc(out, (char)(0x80 | (code >> 6 & 0x3f)));
    }
    str_addc(out, (char)(0x80 | (code & 0x3f)));
}

int letters_decode(const char *text, size_t length, struct str *out, struct error *err)
{
    if (!memmem(text, length, "\\u", 2) && !memmem(text, length, "\\U", 2)) {
        str_add(out, text, length);
        return 0;
    }
    struct lexer lexer;
    int status = lexer_run(&lexer, text, length, err);
    size_t done = 0;
    for (size_t i = 0; status == 0 && i < lexer.token_count; i++) {
        const struct token *token = &lexer.tokens[i];
        uint32_t code;
        size_t bytes = token->kind == TOKEN_PUNCT && token->begin >= done
                           ? read_letter(text + token->begin, length - token->begin, &code)
                           : 0;
        if (!bytes) continue;
        str_add(out, text + done, token->begin - done);
        add_utf8(out, code);
        done = token->begin + bytes;
    }
    str_add(out, text + done, length - done);
    lexer_fini(&lexer);
    return status;
}
