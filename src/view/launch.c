#include "view/launch.h"

#include <stdio.h>

void launch_dims(const uint32_t dim[3], char out[40])
{
    if (dim[2] > 1)
        snprintf(out, 40, "(%u,%u,%u)", dim[0], dim[1], dim[2]);
    else if (dim[1] > 1)
        snprintf(out, 40, "(%u,%u)", dim[0], dim[1]);
    else
        snprintf(out, 40, "%u", dim[0]);
}

void launch_block(const struct trace_launch *launch, uint32_t index, char out[40])
{
    const uint32_t *grid = launch->grid;
    uint32_t x = index % grid[0], y = index / grid[0] % grid[1], z = index / grid[0] / grid[1];
    if (grid[2] > 1)
        snprintf(out, 40, "(%u,%u,%u)", x, y, z);
    else if (grid[1] > 1)
        snprintf(out, 40, "(%u,%u)", x, y);
    else
        snprintf(out, 40, "%u", index);
}
