/* kernel.cpp - what only a kernel's own beginning tells: its __launch_bounds__, and which of the
 * executable's functions it is, hence how much static shared memory it declares. The translator
 * puts a call of ss_kernel_begins in front of the kernels that have either. */
#include "core.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ss {

/* The executable's symbol table, mapped for good; count 0: it cannot be read. */
struct symbols {
    const Elf64_Sym *at;
    size_t count;
    const char *names;
    size_t bytes; /* of names */
};

static void read_sections(const char *file, size_t size, struct symbols *symbols)
{
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);

    if (header->e_shoff + (uint64_t)header->e_shnum * sizeof *sections > size) return;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *section = &sections[i];

        if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
        symbols->at = (const Elf64_Sym *)(file + section->sh_offset);
        symbols->count = section->sh_size / sizeof *symbols->at;
        symbols->names = file + sections[section->sh_link].sh_offset;
        symbols->bytes = sections[section->sh_link].sh_size;
    }
}

static struct symbols read_symbols(void)
{
    struct symbols symbols = {};
    struct stat status;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    if (fd >= 0 && fstat(fd, &status) == 0) {
        size_t size = (size_t)status.st_size;
        void *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) read_sections((const char *)file, size, &symbols);
    }
    if (fd >= 0) close(fd);
    return symbols;
}

static const char *name_of(const struct symbols *symbols, const Elf64_Sym *symbol)
{
    return symbol->st_name < symbols->bytes ? symbols->names + symbol->st_name : "";
}

/* How the names of the function's own variables begin: _Z6kernelPi has _ZZ6kernelPiE5cache. */
static bool local_prefix(const struct symbols *symbols, uint64_t place, char *out, size_t size)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const Elf64_Sym *symbol = &symbols->at[i];
        const char *name = name_of(symbols, symbol);
        int length;

        if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC ||
            place - symbol->st_value >= symbol->st_size)
            continue;
        length = strncmp(name, "_Z", 2) == 0 ? snprintf(out, size, "_ZZ%sE", name + 2)
                                             : snprintf(out, size, "_ZZ%zu%sE", strlen(name), name);
        return length > 0 && (size_t)length < size;
    }
    return false;
}

static size_t static_bytes(uint64_t place)
{
    static const struct symbols symbols = read_symbols();
    char prefix[4096];
    size_t bytes = 0;

    if (!local_prefix(&symbols, place, prefix, sizeof prefix)) return 0;
    for (size_t i = 0; i < symbols.count; i++)
        if (ELF64_ST_TYPE(symbols.at[i].st_info) == STT_TLS &&
            strncmp(name_of(&symbols, &symbols.at[i]), prefix, strlen(prefix)) == 0)
            bytes += symbols.at[i].st_size;
    return bytes;
}

} // namespace ss

using namespace ss;

/* The first thread to get here finds out for all: nothing has happened yet. */
void ss_kernel_begins(unsigned max_threads)
{
    uint64_t place = site_of((uint64_t)__builtin_return_address(0));
    struct launch_state *launch;
    int error;

    if (!ss_hot.lane) return;
    launch = ss_hot.engine->launch;
    if (launch->begun.load(std::memory_order_relaxed)) return;
    error = ss_launch_bounds_check(launch->ask, max_threads, static_bytes(place));
    if (!error) {
        launch->begun.store(true, std::memory_order_relaxed);
        return;
    }
    launch->refused = true;
    lane_abort(error);
}
