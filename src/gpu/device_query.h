/* device_query.h - which GPU is there, asked in a child process: a driver that hangs or crashes
 * takes nothing with it. */
#ifndef SYNCSTEP_GPU_DEVICE_QUERY_H
#define SYNCSTEP_GPU_DEVICE_QUERY_H

#include "base/error.h"

struct gpu_device {
    char name[256];
    int count;        /* devices in all */
    int major, minor; /* compute capability */
    int driver;       /* newest CUDA version that the driver knows, 13000 = 13.0 */
};

/* Fills in what device `number` is. -1 and err: no driver, no device, no such device. */
int gpu_device_query(unsigned number, struct gpu_device *device, struct error *err);

#endif
