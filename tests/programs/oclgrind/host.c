/* host - runs a kernel(global const int *in, global int *out, int n) on the first OpenCL device.
 * usage: oclgrind --data-races host FILE.cl KERNEL GROUPS THREADS N [OPTIONS] */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "host: %s: error %d\n", what, status);
    exit(2);
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 65536);
    if (!file || !text || !fread(text, 1, 65535, file)) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    if (argc < 6) return 2;
    const char *source = read_all(argv[1]), *options = argc > 6 ? argv[6] : "";
    size_t local = strtoul(argv[4], NULL, 10), global = strtoul(argv[3], NULL, 10) * local;
    cl_int status, n = atoi(argv[5]);
    cl_platform_id platform;
    cl_device_id device;
    int *numbers = calloc((size_t)n, sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i] = i * 7 % 10;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(clBuildProgram(program, 1, &device, options, NULL, NULL), "build");
    cl_kernel kernel = clCreateKernel(program, argv[2], &status);
    check(status, argv[2]);
    size_t bytes = (size_t)n * sizeof *numbers;
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, numbers, &status);
    check(status, "in");
    for (int i = 0; i < n; i++)
        numbers[i] = 0;
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, numbers, &status);
    check(status, "out");
    check(clSetKernelArg(kernel, 0, sizeof in, &in), "in");
    check(clSetKernelArg(kernel, 1, sizeof out, &out), "out");
    check(clSetKernelArg(kernel, 2, sizeof n, &n), "n");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "run");
    check(clFinish(queue), "finish");
    return 0;
}
