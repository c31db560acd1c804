/* str.h - a string that grows. Always NUL-terminated; `text` is never NULL after str_init. */
#ifndef SYNCSTEP_BASE_STR_H
#define SYNCSTEP_BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

struct str {
    char *text;
    size_t length, capacity;
};

void str_init(struct str *str);
void str_fini(struct str *str);
void str_clear(struct str *str);
void str_add(struct str *str, const char *bytes, size_t length);
void str_adds(struct str *str, const char *text);
void str_addc(struct str *str, char byte);
void str_addf(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *str, const char *format, va_list args);
char *str_take(struct str *str); /* the text, now the caller's; the string is empty again */

/* Line ends of DOS (CR LF) and of old Macs (CR), which compilers count as such, become LF. */
void str_unix_lines(struct str *str);

/* Whole file into a string. 0 or -1 with errno. */
int str_read_file(struct str *str, const char *path);

#endif
