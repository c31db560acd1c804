#include "analysis/constant.h"

enum { WORD = 4, WIDE = 8 };

static void add_piece(struct constant_pieces *pieces, uint64_t address, uint32_t lane)
{
    uint32_t i = 0;
    while (i < pieces->count && pieces->address[i] != address)
        i++;
    if (i == pieces->count) {
        pieces->address[i] = address;
        pieces->lanes[i] = 0;
        pieces->count++;
    }
    pieces->lanes[i] |= 1u << lane;
}

void constant_pieces(const struct request_lanes *lanes, struct constant_pieces *pieces)
{
    pieces->count = 0;
    for (uint32_t rest = lanes->mask; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest), asked = lanes->row[lane]->width;
        const uint32_t width = asked > CONSTANT_WIDEST ? CONSTANT_WIDEST : asked ? asked : 1;
        const uint32_t piece = width >= WIDE ? WIDE : WORD;
        const uint64_t at = lanes->address[lane], first = at / piece * piece;
        const uint32_t count = ((uint32_t)(at - first) + width + piece - 1) / piece;
        for (uint32_t k = 0; k < count; k++) /* addresses of damaged traces may wrap around */
            add_piece(pieces, first + (uint64_t)k * piece, lane);
    }
}
