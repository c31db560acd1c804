/* tables.h - what the tool chain writes for each program and the interposer reads (build_gpu.c). */
#ifndef SYNCSTEP_GPU_TABLES_H
#define SYNCSTEP_GPU_TABLES_H

#ifdef __cplusplus
extern "C" {
#endif

struct table_kernel {
    const char *name; /* mangled */
    int prints;
    unsigned parameter_count;
    const unsigned *parameter_bytes;
};

struct table_symbol {
    const char *name; /* mangled */
    unsigned bytes;   /* 0 = dynamic */
};

extern const struct table_kernel syncstep_kernels[];
extern const unsigned syncstep_kernel_count;
extern const struct table_symbol syncstep_symbols[];
extern const unsigned syncstep_symbol_count, syncstep_site_count;
extern const unsigned syncstep_least_width; /* bytes of the narrowest access to global memory */
extern const unsigned char *const syncstep_fatbin; /* NULL: the program's own */

#ifdef __cplusplus
}
#endif

#endif
