/* printable.h - text from elsewhere (names of files, what compilers say) on its way to a terminal.
 */
#ifndef SYNCSTEP_BASE_PRINTABLE_H
#define SYNCSTEP_BASE_PRINTABLE_H

#include <stdbool.h>

/* Control characters become '?', also those beyond ASCII in UTF-8, and bytes that are no UTF-8;
 * tabs stay, and line ends where `lines` is set. In place. */
void printable(char *text, bool lines);

/* Wherever `name` stands in the text: its line ends become '?', so that it stays on one line. */
void printable_name(char *text, const char *name);

#endif
