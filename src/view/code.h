/* code.h - lines of a source text with what each character is: a light lexer for colours. */
#ifndef SYNCSTEP_VIEW_CODE_H
#define SYNCSTEP_VIEW_CODE_H

#include "canvas/canvas.h"

#include <stdbool.h>
#include <stddef.h>

/* The text behind line `line` (from 1), NULL behind the last; *in_comment: it begins inside a block
 * comment. */
const char *code_line(const char *text, uint32_t line, bool *in_comment);
/* Draws one line, tabs expanded, cut at `columns` with an ellipsis; returns the column after it.
 * *in_comment is carried from line to line. Not `colored`: only comments look different. */
int code_draw(struct canvas *canvas, int x, int y, int columns, const char *line, bool colored,
              bool *in_comment);
int code_width(const char *line); /* columns that code_draw would take for all of it */
/* Bytes of the line to be drawn in `columns`, so that the rest of it can stand in a row below: up
 * to a blank, else up to an operator. */
size_t code_break(const char *line, int columns);
uint32_t code_lines(const char *text);
/* First and last line of the function around `line`, as far as braces in the first column tell. */
void code_function(const char *text, uint32_t line, uint32_t *first, uint32_t *last);

/* Appends lines, joined to paragraphs: a line goes on with the one before it unless one of them is
 * empty, or it is indented, an item of a list or labelled ("Watch: ..."). */
struct str;
void code_join_lines(struct str *out, const char *lines);

/* The comment a program opens with, its paragraphs joined to lines of their own; free() it. */
char *code_opening_comment(const char *text);

#endif
