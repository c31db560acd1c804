/* rewrite IN.ptx OUT.ptx OUT.sites [PROBE.ptx [timed]]: the rewriter alone, for assemble.sh. */
#include "base/str.h"
#include "gpu/ptx.h"

#include <stdio.h>
#include <string.h>

static bool own(const void *context, const char *path)
{
    (void)context;
    return strncmp(path, "/usr/", 5) != 0;
}

static int run(int count, char **words, struct arena *arena, struct error *err)
{
    struct str text, probe, out;
    struct ptx_module module;
    struct gpu_sites sites;
    struct ptx_options options = {.mode = count > 5 ? PTX_TIMED : PTX_PROBED, .own = own};
    str_init(&text);
    str_init(&probe);
    str_init(&out);
    if (str_read_file(&text, words[1]) != 0 || (count > 4 && str_read_file(&probe, words[4]) != 0))
        return error_set(err, "cannot read the input");
    const char *head = count > 4 ? strstr(probe.text, ".address_size 64") : NULL;
    options.probe = head ? head + strlen(".address_size 64") : NULL;
    int status = ptx_read(arena, text.text, text.length, &module, err);
    if (status == 0) status = ptx_rewrite(arena, &module, &options, &out, &sites, err);
    if (status == 0) status = gpu_sites_write(&sites, words[3], err);
    FILE *file = status == 0 ? fopen(words[2], "w") : NULL;
    if (file) {
        fwrite(out.text, 1, out.length, file);
        fclose(file);
        for (unsigned i = 0; i < sites.skipped_count; i++)
            printf("not instrumented: %s, line %u\n", sites.skipped[i].opcode,
                   sites.skipped[i].frame.line);
    }
    str_fini(&text);
    str_fini(&probe);
    str_fini(&out);
    return status;
}

int main(int count, char **words)
{
    struct arena arena;
    struct error err;
    if (count < 4) return 2;
    arena_init(&arena);
    const int status = run(count, words, &arena, &err);
    arena_fini(&arena);
    if (status != 0) fprintf(stderr, "%s\n", err.text);
    return status != 0;
}
