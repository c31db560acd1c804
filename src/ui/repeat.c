#include "ui/repeat.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum place {
    PLACE_TEXT,
    PLACE_ESCAPE,   /* behind ESC */
    PLACE_CHARSET,  /* ... and bytes that want one more: ESC ( */
    PLACE_NUMBER,   /* behind CSI, and digits: all of it is held */
    PLACE_SEQUENCE, /* any other CSI: until its last byte */
    PLACE_STRING,   /* OSC and kin, until BEL or ESC \ */
    PLACE_STRING_ESCAPE
};

enum { ESCAPE = 27, BELL = 7 };

struct sink {
    void (*put)(void *context, const char *text, size_t count);
    void *context;
};

static void put(const struct sink *sink, const char *text, size_t count)
{
    if (count) sink->put(sink->context, text, count);
}

static void take_sign(struct repeat *repeat, unsigned char c)
{
    if (c < 0x20 || c == 0x7F) {
        repeat->bytes = repeat->missing = 0; /* nothing that could be repeated */
    } else if (repeat->missing && (c & 0xC0) == 0x80) {
        repeat->sign[repeat->bytes++] = (char)c;
        repeat->missing--;
    } else {
        repeat->sign[0] = (char)c;
        repeat->bytes = 1;
        repeat->missing = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    }
}

/* The held sequence has come to its end: "ESC [ n b" is written out, any other one goes on. */
static void end_number(struct repeat *repeat, char last, const struct sink *sink)
{
    const bool whole = repeat->bytes && !repeat->missing;
    if (last != 'b' || !whole) {
        put(sink, repeat->held, (size_t)repeat->held_count);
        put(sink, &last, 1);
        return;
    }
    repeat->held[repeat->held_count] = 0;
    long times = atol(repeat->held + 2);
    if (times < 1) times = 1;
    if (times > REPEAT_MOST) times = REPEAT_MOST;
    while (times-- > 0)
        put(sink, repeat->sign, (size_t)repeat->bytes);
}

static void hold(struct repeat *repeat, char c)
{
    repeat->held[repeat->held_count++] = c;
}

static void release(struct repeat *repeat, const struct sink *sink)
{
    put(sink, repeat->held, (size_t)repeat->held_count);
    repeat->held_count = 0;
}

/* A byte behind "ESC [" and digits. */
static void take_number(struct repeat *repeat, char c, const struct sink *sink)
{
    const bool digit = c >= '0' && c <= '9';
    if (digit && repeat->held_count + 1 < (int)sizeof repeat->held) {
        hold(repeat, c);
        return;
    }
    if (c >= 0x40 && c < 0x7F) {
        end_number(repeat, c, sink);
        repeat->held_count = 0;
        repeat->place = PLACE_TEXT;
        return;
    }
    release(repeat, sink);
    put(sink, &c, 1);
    repeat->place = PLACE_SEQUENCE;
}

/* The byte behind ESC, which is held. */
static void take_escape(struct repeat *repeat, char c, const struct sink *sink)
{
    hold(repeat, c);
    if (c == '[') {
        repeat->place = PLACE_NUMBER;
        return;
    }
    release(repeat, sink);
    repeat->place = c && strchr("]PX^_", c) ? PLACE_STRING
                    : c >= 0x20 && c < 0x30 ? PLACE_CHARSET
                                            : PLACE_TEXT;
}

static void take(struct repeat *repeat, char c, const struct sink *sink)
{
    const bool string = repeat->place == PLACE_STRING || repeat->place == PLACE_STRING_ESCAPE;
    if (c == ESCAPE && !string) { /* whatever it was, another sequence begins */
        release(repeat, sink);
        hold(repeat, c);
        repeat->place = PLACE_ESCAPE;
        return;
    }
    switch ((enum place)repeat->place) {
    case PLACE_NUMBER:
        take_number(repeat, c, sink);
        return;
    case PLACE_ESCAPE:
        take_escape(repeat, c, sink);
        return;
    case PLACE_TEXT:
        take_sign(repeat, (unsigned char)c);
        break;
    case PLACE_CHARSET:
        if (c < 0x20 || c >= 0x30) repeat->place = PLACE_TEXT;
        break;
    case PLACE_SEQUENCE:
        if (c >= 0x40 && c < 0x7F) repeat->place = PLACE_TEXT;
        break;
    case PLACE_STRING:
    case PLACE_STRING_ESCAPE:
        repeat->place = c == BELL                              ? PLACE_TEXT
                        : c == ESCAPE                          ? PLACE_STRING_ESCAPE
                        : repeat->place == PLACE_STRING_ESCAPE ? PLACE_TEXT
                                                               : PLACE_STRING;
        break;
    }
    put(sink, &c, 1);
}

void repeat_expand(struct repeat *repeat, const char *text, size_t count,
                   void (*put_text)(void *context, const char *text, size_t count), void *context)
{
    const struct sink sink = {put_text, context};
    for (size_t i = 0; i < count; i++)
        take(repeat, text[i], &sink);
}
