/* pick.h - for access and banks: which request the cursor means, and how its index is written.
 *
 * The cursor's thread chooses the warp, cursor.request the warp's n-th request of the view's kind
 * in the round. A warp without one gives way to the first that has one. */
#ifndef SYNCSTEP_VIEW_PICK_H
#define SYNCSTEP_VIEW_PICK_H

#include "analysis/request.h"
#include "analysis/warp_requests.h"
#include "state/state.h"

struct pick {
    const struct trace_launch *launch;
    const struct trace_request *request; /* the leading row; lanes may have others */
    uint32_t index;                      /* of it in launch.requests */
    struct request_lanes lanes;
    uint32_t warp;
    const struct warp_requests *list; /* the warp's of this kind in the round */
    uint32_t at, count;               /* among the warp's requests of this kind in the round */
    uint32_t lane;                    /* selected: an active lane, the cursor's where it is one */
    int64_t offsets[TRACE_LANES];     /* from the base of the lane's own array or allocation */
    struct request_cost cost;
};

/* `shared`: shared memory, else global and constant. False when the round has no such request. */
bool pick_request(const struct pane *pane, bool shared, struct pick *pick);
/* Makes it another request of the same launch, by the index of its leading row. */
void pick_take(const struct trace *trace, struct pick *pick, uint32_t index);
uint32_t pick_count(const struct pane *pane, bool shared);
/* Position among them of the one that has this row of the trace, or TRACE_NONE. */
uint32_t pick_at(const struct pane *pane, bool shared, uint32_t row);
/* Does this active lane ask for bytes outside of its array or allocation? `trace` may be NULL for
 * shared memory. */
bool pick_outside(const struct trace *trace, const struct pick *pick, unsigned lane);
/* Moves the selection from what is shown: by lanes (dy) and warps (dx, or dy in pages). Lanes that
 * take no part in the request and warps that make none are passed over; the end stays where it is.
 */
void pick_move(const struct pane *pane, bool shared, struct cursor *cursor, int dx, int dy,
               bool large);
/* Is there any such request in the whole launch? */
bool pick_any(const struct pane *pane, bool shared);

/* "num[4096t + 12]", "tile[t][0]", "num at 32 places": with t for the lane, in blocks of more than
 * one dimension tx, ty, tz for the thread. */
void pick_expression(const struct trace *trace, const struct pick *pick, char *out, size_t size);
/* "num[3072]" for one lane. */
void pick_element(const struct trace *trace, const struct pick *pick, unsigned lane, char *out,
                  size_t size);
const char *pick_verb(const struct trace_request *request); /* "reads", "writes", "updates" */
/* "lanes 0-15", "lane 3", "lanes 0,4,8,12", "20 lanes". */
void pick_lanes(uint32_t mask, char *out, size_t size);

#endif
