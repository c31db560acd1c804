/* Any text goes through the translation without a crash, and comes out with as many lines. */
#include "build/translate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t lines_of(const char *text, size_t length)
{
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct translation translation;
    struct error err;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    if (translate(text, size, "/shim", 0, &translation, &err) == 0) {
        /* Three lines of ours stand at the end. */
        size_t lines = lines_of(translation.text.text, translation.text.length);
        if (lines < lines_of(text, size) + 3) abort();
    }
    translation_fini(&translation);
    free(text);
    return 0;
}
