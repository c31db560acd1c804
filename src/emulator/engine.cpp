/* engine.cpp - what a worker thread has of its own. */
#include "core.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern "C" {
extern __thread char ss_shared_low __attribute__((tls_model("local-exec")));
extern __thread char ss_shared_high __attribute__((tls_model("local-exec")));
}

namespace ss {

static int find_tls(struct dl_phdr_info *info, size_t, void *data)
{
    struct engine *engine = (struct engine *)data;

    engine->tls = (char *)info->dlpi_tls_data;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) engine->tls_bytes = info->dlpi_phdr[i].p_memsz;
    return 1; /* the executable comes first */
}

/* Dynamic shared memory with room behind it that faults, so that a wild index ends the kernel and
 * not us. */
static char *dynamic_create(void)
{
    size_t guard = 64 * 1024;
    char *memory = (char *)mmap(NULL, DYNAMIC_LIMIT + 2 * guard, PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED ||
        mprotect(memory + guard, DYNAMIC_LIMIT, PROT_READ | PROT_WRITE) != 0)
        abort();
    return memory + guard;
}

struct engine *engine_create(unsigned number)
{
    struct engine *engine = (struct engine *)mmap(NULL, sizeof *engine, PROT_READ | PROT_WRITE,
                                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (engine == MAP_FAILED) abort();
    engine->number = number;
    engine->writer.one_of_many = number >= MULTIPROCESSORS;
    dl_iterate_phdr(find_tls, engine);
    engine->shared_low = &ss_shared_low;
    engine->shared_high = &ss_shared_high;
    engine->dynamic = dynamic_create();
    engine->before_bytes = (size_t)(engine->shared_high - engine->shared_low) + DYNAMIC_LIMIT;
    engine->before = (char *)malloc(engine->before_bytes);
    if (!engine->before) abort();
    ss_hot.engine = engine;
    signals_thread();
    return engine;
}

} // namespace ss
