/* ptx_impl.h - shared by the files that translate inline PTX only. */
#ifndef SYNCSTEP_BUILD_PTX_IMPL_H
#define SYNCSTEP_BUILD_PTX_IMPL_H

#include "base/str.h"

#include <stdbool.h>

enum { PTX_PARTS = 12, PTX_ARGUMENTS = 8, PTX_WORD = 64 };

/* One instruction: its opcode cut at the dots, its arguments as C++ text. */
struct ptx_instruction {
    char parts[PTX_PARTS][PTX_WORD];
    int part_count;
    struct str arguments[PTX_ARGUMENTS];
    bool vector[PTX_ARGUMENTS], memory[PTX_ARGUMENTS];
    int argument_count;
};

struct ptx {
    int operand_count;
    struct str *out;
};

/* ---- ptx_instruction.c ---- */

const char *ptx_type(const char *suffix); /* "u32": uint32_t; NULL: not known */
const char *ptx_skip_space(const char *at);
/* Has `.reg` declared it? As the type, if one is given. */
bool ptx_is_register(const struct ptx *ptx, const char *type, const char *name, size_t length);
/* Reads one instruction without its guard into `in`, whose strings the caller has initialised and
 * releases. False: there is an argument in it that is not known. */
bool ptx_instruction_read(const struct ptx *ptx, const char *at, struct ptx_instruction *in);

/* ---- ptx_cpp.c ---- */

/* Adds the C++ statements for it. False: the emulator does not have it. */
bool ptx_instruction_put(struct ptx *ptx, const struct ptx_instruction *in);

#endif
