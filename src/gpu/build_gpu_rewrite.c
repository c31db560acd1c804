/* From the compiler's PTX to the instrumented one, with the tables that it is linked with. */
#include "gpu/build_gpu_impl.h"

#include "base/mem.h"
#include "base/paths.h"
#include "gpu/joined.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_text(const char *path, const struct str *text, struct error *err)
{
    FILE *file = fopen(path, "w");
    if (!file) return error_set(err, "cannot write %s: %s", path, strerror(errno));
    const size_t written = fwrite(text->text, 1, text->length, file);
    if (fclose(file) != 0 || written != text->length)
        return error_set(err, "cannot write %s: %s", path, strerror(errno));
    return 0;
}

static uint32_t least_width(const struct gpu_sites *sites)
{
    uint32_t least = 16;
    for (uint32_t i = 0; i < sites->site_count; i++) {
        const struct gpu_site *site = &sites->sites[i];
        const bool global = site->space == PTX_GLOBAL || site->space == PTX_GENERIC;
        if (global && site->width && site->width < least) least = site->width;
    }
    return least;
}

/* The tables that the interposer is linked with (target/inside.h). */
static void add_tables(struct str *out, const struct gpu_sites *sites)
{
    str_adds(out, "#include \"gpu/target/tables.h\"\n");
    for (uint32_t i = 0; i < sites->kernel_count; i++) {
        const struct gpu_kernel *k = &sites->kernels[i];
        str_addf(out, "static const unsigned p%u[] = {", i);
        for (uint32_t n = 0; n < k->parameter_count; n++)
            str_addf(out, "%u, ", k->parameter_bytes[n]);
        str_adds(out, "0};\n");
    }
    str_adds(out, "const struct table_kernel syncstep_kernels[] = {\n");
    for (uint32_t i = 0; i < sites->kernel_count; i++)
        str_addf(out, "{\"%s\", %d, %u, p%u},\n", sites->kernels[i].name, sites->kernels[i].prints,
                 sites->kernels[i].parameter_count, i);
    str_adds(out, "{\"\", 0, 0, 0}};\nconst struct table_symbol syncstep_symbols[] = {\n");
    for (uint32_t i = 0; i < sites->symbol_count; i++)
        str_addf(out, "{\"%s\", %u},\n", sites->symbols[i].name, sites->symbols[i].bytes);
    str_addf(out,
             "{\"\", 0}};\nconst unsigned syncstep_kernel_count = %u, syncstep_symbol_count = %u, "
             "syncstep_site_count = %u, syncstep_least_width = %u;\n",
             sites->kernel_count, sites->symbol_count, sites->site_count, least_width(sites));
}

/* Without a disassembler nothing is marked. */
static void mark_joined(const struct gpu_job *job, struct gpu_sites *sites)
{
    const struct gpu_joined ask = {.own = gpu_job_owns, .context = job};
    char *cubin = path_join(job->work, "optimised.cubin");
    struct str text;
    str_init(&text);
    if (gpu_disassemble(&job->toolchain, cubin, &text) == 0)
        gpu_joined_mark(sites, text.text, &ask);
    str_fini(&text);
    free(cubin);
}

int gpu_job_rewrite(struct gpu_job *job, const char *input, enum ptx_mode mode,
                    const struct rewritten *paths, struct error *err)
{
    struct arena arena;
    struct str text, probe, out, table;
    struct ptx_module module;
    struct gpu_sites sites;
    struct ptx_options options = {.mode = mode, .own = gpu_job_owns, .context = job};
    char *probe_path = path_join(job->toolchain.runtime, "probe.ptx");
    arena_init(&arena);
    str_init(&text);
    str_init(&probe);
    str_init(&out);
    str_init(&table);
    int status = str_read_file(&text, input) == 0 && str_read_file(&probe, probe_path) == 0
                     ? 0
                     : error_set(err, "cannot read %s: %s", input, strerror(errno));
    static const char head[] = ".address_size 64";
    const char *body = status == 0 ? strstr(probe.text, head) : NULL;
    options.probe = body ? body + sizeof head - 1 : NULL;
    if (status == 0) status = ptx_read(&arena, text.text, text.length, &module, err);
    if (status == 0) status = ptx_rewrite(&arena, &module, &options, &out, &sites, err);
    if (status == 0) status = write_text(paths->ptx, &out, err);
    if (status == 0 && paths->sites && job->request->as != BUILD_WRITTEN) mark_joined(job, &sites);
    if (status == 0 && paths->sites) status = gpu_sites_write(&sites, paths->sites, err);
    if (status == 0) {
        add_tables(&table, &sites);
        status = write_text(paths->table, &table, err);
    }
    free(probe_path);
    str_fini(&text);
    str_fini(&probe);
    str_fini(&out);
    str_fini(&table);
    arena_fini(&arena);
    return status;
}
