/* completions.h - what bash and zsh offer after Tab, made from the tables of commands and options.
 */
#ifndef SYNCSTEP_CMD_COMPLETIONS_H
#define SYNCSTEP_CMD_COMPLETIONS_H

/* The completion function as text on standard output. */
void completions_bash(void);
void completions_zsh(void);

#endif
