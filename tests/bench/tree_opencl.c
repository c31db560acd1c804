/* tree_opencl - runs tests/bench/tree.cl on the first OpenCL device and prints the milliseconds
 * from the kernel's enqueueing to its end: `oclgrind --data-races build/bench/tree_opencl`. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 1048576, BLOCKS = 32, THREADS = 256 };

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "tree_opencl: %s: error %d\n", what, status);
    exit(1);
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 65536);
    if (!file || !text || !fread(text, 1, 65535, file)) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    const char *source = read_all(argc > 1 ? argv[1] : "tests/bench/tree.cl");
    static int num[COUNT], result[BLOCKS];
    size_t global = (size_t)BLOCKS * THREADS, local = THREADS;
    cl_int status, count = COUNT;
    cl_platform_id platform;
    cl_device_id device;
    long sum = 0, expected = 0;
    for (int i = 0; i < COUNT; i++) {
        num[i] = rand() % 10;
        expected += (long)num[i] * num[i] * num[i];
    }
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    cl_kernel kernel = clCreateKernel(program, "tree", &status);
    check(status, "kernel");
    cl_mem input =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof num, num, &status);
    cl_mem output = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof result, NULL, &status);
    check(status, "buffers");
    clSetKernelArg(kernel, 0, sizeof input, &input);
    clSetKernelArg(kernel, 1, sizeof output, &output);
    clSetKernelArg(kernel, 2, sizeof count, &count);
    double began = now_ms();
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
          "enqueue");
    check(clFinish(queue), "finish");
    double milliseconds = now_ms() - began;
    check(clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL),
          "read");
    for (int i = 0; i < BLOCKS; i++)
        sum += result[i];
    if (sum != expected) {
        fprintf(stderr, "tree_opencl: %ld is not %ld\n", sum, expected);
        return 1;
    }
    printf("%.1f\n", milliseconds);
    return 0;
}
