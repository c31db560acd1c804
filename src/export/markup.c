#include "export/markup.h"

void markup_add(struct str *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            str_adds(out, "&amp;");
            break;
        case '<':
            str_adds(out, "&lt;");
            break;
        case '>':
            str_adds(out, "&gt;");
            break;
        case '"':
            str_adds(out, "&quot;");
            break;
        default:
            str_addc(out, *text);
        }
    }
}
