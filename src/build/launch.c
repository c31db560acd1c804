/* launch.c - callee<<<grid, block, bytes, stream>>>(arguments). */
#include "build/rewrite.h"

#include <stdlib.h>
#include <string.h>

static bool three(const struct lexer *lexer, size_t i, const char *word)
{
    return lexer_is(lexer, i, word) && lexer_is(lexer, i + 1, word) && lexer_is(lexer, i + 2, word);
}

bool launch_is(const struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    /* `operator<< <T>` is the one other place where three of them may meet. */
    return three(lexer, token, "<") && token > 0 && !lexer_is(lexer, token - 1, "operator");
}

/* Words after which a parenthesis begins an expression of its own instead of calling something. */
static bool is_keyword(const struct lexer *lexer, size_t i)
{
    static const char *const words[] = {"if", "while", "for",   "switch", "return", "else",
                                        "do", "case",  "throw", "and",    "or",     "not"};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (lexer_is(lexer, i, words[k])) return true;
    return false;
}

/* One part of a postfix expression backwards: a name with its template arguments, (…), or […].
 * Returns its first token, or SIZE_MAX where there is none. */
static size_t part_before(const struct rewrite *rewrite, size_t last)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t i = last;
    if (lexer_is(lexer, i, ">")) {
        size_t open = rewrite_angle_back(rewrite, i);
        if (open == i || open == 0) return SIZE_MAX;
        i = open - 1;
    }
    while (lexer_is(lexer, i, ")") || lexer_is(lexer, i, "]")) {
        bool call = lexer_is(lexer, i, ")");
        size_t open = lexer->tokens[i].match;
        if (open >= i) return SIZE_MAX;
        bool more = open > 0 &&
                    ((lexer_is_name(lexer, open - 1) && !is_keyword(lexer, open - 1)) ||
                     lexer_is(lexer, open - 1, "]") || (!call && lexer_is(lexer, open - 1, ")")));
        if (!more) return call ? open : SIZE_MAX;
        i = open - 1;
    }
    return lexer_is_name(lexer, i) && !is_keyword(lexer, i) ? i : SIZE_MAX;
}

/* First token of the callee that ends before `open`; SIZE_MAX where there is none. */
static size_t callee_begin(const struct rewrite *rewrite, size_t open)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (open == 0) return SIZE_MAX;
    size_t begin = part_before(rewrite, open - 1);
    while (begin != SIZE_MAX && begin > 0) {
        size_t i = begin - 1;
        if (lexer_is(lexer, i, "template") && i > 0) i--;
        bool scope = lexer_is(lexer, i, "::");
        if (!scope && !lexer_is(lexer, i, ".") && !lexer_is(lexer, i, "->")) return begin;
        size_t left = i > 0 ? part_before(rewrite, i - 1) : SIZE_MAX;
        if (left == SIZE_MAX) return scope ? i : SIZE_MAX; /* ::kernel */
        begin = left;
    }
    return begin;
}

/* The first of ">>>" that closes, from behind "<<<"; SIZE_MAX where there is none. */
static size_t find_close(const struct rewrite *rewrite, size_t i)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; i + 1 < lexer->token_count; i++) {
        if (three(lexer, i, ">")) return i;
        if (lexer_is(lexer, i, ";") || lexer_is(lexer, i, "}")) return SIZE_MAX;
        if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[") || lexer_is(lexer, i, "{"))
            i = rewrite_close(rewrite, i);
    }
    return SIZE_MAX;
}

/* {…} has no type of its own: it gets that of the kernel's parameter. Which one that is can be
 * asked of a kernel with a type; where the call deduces it, what the braces make is converted. */
static void mark_braces(struct rewrite *rewrite, size_t first, size_t last, const char *callee,
                        bool deduced, unsigned parameter)
{
    struct str text;
    str_init(&text);
    if (deduced)
        str_adds(&text, "::syncstep::braced([=](auto ss_t)__attribute__((no_sanitize(\"thread\")))"
                        "{return typename decltype(ss_t)::type");
    else
        str_addf(&text, "::syncstep::parameter<%u,decltype(::syncstep::parameters_of(%s))>",
                 parameter, callee);
    rewrite_before(rewrite, first, text.text);
    if (deduced) rewrite_after(rewrite, last, ";})");
    str_fini(&text);
}

/* A 0 or NULL that is an argument of its own would be deduced as an integer: mark it. */
static void mark_argument(struct rewrite *rewrite, size_t first, size_t last)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (first != last || !(lexer_is(lexer, first, "0") || lexer_is(lexer, first, "__null"))) return;
    rewrite_before(rewrite, first, "::syncstep::null(");
    rewrite_after(rewrite, first, ")");
}

/* The arguments that lose, as a template's, what the kernel's parameters would have given them. */
static void mark_arguments(struct rewrite *rewrite, size_t open, size_t close, const char *callee,
                           bool deduced)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t first = open + 1;
    unsigned count = 0;
    for (size_t i = open + 1; i <= close; i++) {
        if (i == close || lexer_is(lexer, i, ",")) {
            if (i > first && lexer_is(lexer, first, "{") && rewrite_close(rewrite, first) == i - 1)
                mark_braces(rewrite, first, i - 1, callee, deduced, count);
            else if (i > first)
                mark_argument(rewrite, first, i - 1);
            deduced |= i > first && lexer_is(lexer, i - 1, "..."); /* any number of them */
            first = i + 1;
            count++;
        } else if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[") || lexer_is(lexer, i, "{")) {
            i = rewrite_close(rewrite, i);
        } else if (lexer_is(lexer, i, "<") && lexer_is_name(lexer, i - 1)) {
            size_t angle = rewrite_angle(rewrite, i);
            if (angle < close &&
                (lexer_is(lexer, angle + 1, "(") || lexer_is(lexer, angle + 1, "{") ||
                 lexer_is(lexer, angle + 1, "::")))
                i = angle;
        }
    }
}

static int refuse(const struct rewrite *rewrite, size_t token, struct error *err, const char *what)
{
    return error_set(err, "%s:%u: error: %s", rewrite_path(rewrite, token),
                     rewrite->lexer.tokens[token].line, what);
}

/* callee<<<A>>>(B) becomes launch("callee", configure(A), [&](auto &&...a) { callee(a...); }, B);
 * A and B stay in place, so that whatever is in them is translated as anywhere else. */
int launch_rewrite(struct rewrite *rewrite, size_t token, struct error *err)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t begin = callee_begin(rewrite, token);
    if (begin == SIZE_MAX) return refuse(rewrite, token, err, "no kernel stands before this <<<");
    size_t close = find_close(rewrite, token + 3);
    if (close == SIZE_MAX) return refuse(rewrite, token, err, "this <<< has no >>>");
    if (!lexer_is(lexer, close + 3, "("))
        return refuse(rewrite, close, err,
                      "the kernel's arguments, in (...), are missing behind >>>");
    size_t end = rewrite_close(rewrite, close + 3);

    struct str callee, text;
    str_init(&callee);
    str_init(&text);
    rewrite_spell(rewrite, begin, token - 1, &callee);
    str_adds(&text, "::syncstep::launch(");
    str_add_quoted(&text, callee.text);
    str_addc(&text, ',');
    rewrite_before(rewrite, begin, text.text);
    rewrite_blank(rewrite, begin, token - 1);
    rewrite_replace(rewrite, token, "::syncstep::configure(");
    rewrite_replace(rewrite, token + 1, "");
    rewrite_replace(rewrite, token + 2, "");
    str_clear(&text);
    str_addf(&text,
             "),[&](auto &&...ss_a)__attribute__((no_sanitize(\"thread\"))){return %s(ss_a...);}",
             callee.text);
    rewrite_replace(rewrite, close, text.text);
    rewrite_replace(rewrite, close + 1, "");
    rewrite_replace(rewrite, close + 2, "");
    rewrite_replace(rewrite, close + 3, end == close + 4 ? "" : ",");
    mark_arguments(rewrite, close + 3, end, callee.text, kernel_is_deduced(rewrite, token - 1));
    str_fini(&callee);
    str_fini(&text);
    return 0;
}
