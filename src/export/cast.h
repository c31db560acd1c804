/* cast.h - frames as an asciicast v2 (docs.asciinema.org/manual/asciicast/v2): a header line, then
 * a line for each frame with what changed since the frame before. */
#ifndef SYNCSTEP_EXPORT_CAST_H
#define SYNCSTEP_EXPORT_CAST_H

#include "canvas/canvas.h"
#include "export/export.h"

#include <stdio.h>

struct cast {
    FILE *out;
    const struct theme *theme;
    struct canvas *last;
    double time; /* seconds from the start */
    int failure; /* errno of the first write that failed, 0 = none */
};

void cast_begin(struct cast *cast, FILE *out, int columns, int rows,
                const struct export_look *look);
/* Shows `frame` (of the size given) for `seconds`. */
void cast_frame(struct cast *cast, const struct canvas *frame, double seconds);
int cast_end(struct cast *cast, struct error *err); /* -1 when a write failed */

#endif
