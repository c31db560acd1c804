#include "build/shared_size.h"

#include "base/mem.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATIC_LIMIT = 48 * 1024 };

struct local { /* a static variable of a function, in thread-local storage */
    const char *symbol;
    size_t function; /* characters of `symbol` that name the function: _ZZ6kernelPiE of ..E5cache */
    const char *name;
    size_t length;
    uint64_t bytes;
};

struct locals {
    struct local *at;
    size_t count, capacity;
};

/* The last E in front of a length and a name of that length, with or without a number behind. */
static bool take_apart(const char *symbol, struct local *local)
{
    if (strncmp(symbol, "_ZZ", 3) != 0) return false;
    for (size_t i = strlen(symbol); i-- > 3;) {
        char *name;
        if (symbol[i] != 'E') continue;
        unsigned long length = strtoul(symbol + i + 1, &name, 10);
        if (name == symbol + i + 1 || !length || strnlen(name, length) < length) continue;
        if (name[length] && name[length] != '_') continue;
        local->symbol = symbol;
        local->function = i + 1;
        local->name = name;
        local->length = length;
        return true;
    }
    return false;
}

static void read_section(Elf *elf, Elf_Scn *section, struct locals *locals)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Data *data;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize ||
        !(data = elf_getdata(section, NULL)))
        return;
    for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
        const char *text = elf_strptr(elf, header.sh_link, symbol.st_name);
        struct local local = {.bytes = symbol.st_size};
        if (GELF_ST_TYPE(symbol.st_info) != STT_TLS || !text || !take_apart(text, &local)) continue;
        MEM_GROW(locals->at, locals->count, locals->capacity);
        locals->at[locals->count++] = local;
    }
}

/* The place "FILE:LINE" of the shared variable of that name in the table; NULL: it is none. */
static const char *place_of(const char *symbols, const struct local *local, size_t *length)
{
    for (const char *line = symbols; *line; line = strchrnul(line, '\n'), line += *line == '\n') {
        if (strncmp(line, "shared\t", 7) != 0) continue;
        const char *place = line + 7, *name = strchr(place, '\t');
        if (!name || strncmp(name + 1, local->name, local->length) != 0 ||
            name[1 + local->length] != '\n')
            continue;
        *length = (size_t)(name - place);
        return place;
    }
    return NULL;
}

static bool same_function(const struct local *a, const struct local *b)
{
    return a->function == b->function && memcmp(a->symbol, b->symbol, a->function) == 0;
}

static int judge(const struct locals *locals, const char *symbols, struct error *err)
{
    for (size_t i = 0; i < locals->count; i++) {
        const struct local *largest = &locals->at[i];
        uint64_t bytes = 0;
        size_t length, unused;
        for (size_t k = 0; k < locals->count; k++) {
            const struct local *other = &locals->at[k];
            if (!same_function(largest, other) || !place_of(symbols, other, &unused)) continue;
            bytes += other->bytes;
            if (other->bytes > largest->bytes) largest = other;
        }
        const char *place = place_of(symbols, largest, &length);
        if (!place || bytes <= STATIC_LIMIT) continue;
        return error_set(err,
                         "%.*s: error: too much shared memory: the arrays of one function take "
                         "%llu bytes, and %d is the most that ptxas allows; declare it "
                         "extern __shared__ and pass its size at the launch, after "
                         "cudaFuncSetAttribute",
                         (int)length, place, (unsigned long long)bytes, STATIC_LIMIT);
    }
    return 0;
}

int shared_size_check(const char *executable, const char *symbols, struct error *err)
{
    struct locals locals = {0};
    int status = 0, fd = open(executable, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0; /* whoever wants to run it will say so */
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        read_section(elf, section, &locals);
    status = judge(&locals, symbols, err);
    free(locals.at);
    if (elf) elf_end(elf);
    close(fd);
    return status;
}
