#include "build/unsupported.h"

#include <stddef.h>
#include <string.h>

static const struct unsupported headers[] = {
    {"cublas", "this part of cuBLAS", NULL},
    {"cufft", "cuFFT", NULL},
    {"curand", "cuRAND", NULL},
    {"cusparse", "cuSPARSE", NULL},
    {"cusolver", "cuSOLVER", NULL},
    {"cudnn", "cuDNN", NULL},
    {"nccl", "NCCL", NULL},
    {"npp", "NPP", NULL},
    {"nvjpeg", "nvJPEG", NULL},
    {"nvrtc", "run-time compilation (NVRTC)", NULL},
    {"thrust/", "this part of Thrust", NULL},
    {"cub/", "CUB", NULL},
    {"cutlass/", "CUTLASS", NULL},
    {"cute/", "CuTe", NULL},
    {"cuda/", "this part of libcu++", NULL},
    {"cooperative_groups/", "this part of cooperative groups", NULL},
    {"cuda_gl_interop", "OpenGL interoperation", "take the drawing out of the program"},
    {"cudaGL", "OpenGL interoperation", "take the drawing out of the program"},
    {"GL/", "OpenGL", "take the drawing out of the program"},
    {"cuda_d3d", "Direct3D interoperation", "take the drawing out of the program"},
    {"cuda_fp8", "8-bit floating point", NULL},
    {"nvToolsExt", "NVTX", "take the profiling marks out of the program"},
    {"nvtx3/", "NVTX", "take the profiling marks out of the program"},
    {"cupti", "CUPTI", "take the profiling out of the program"},
    {"nvml", "NVML", "take the queries out of the program"},
    {"mpi.h", "MPI", "run one process of it"},
    {"opencv", "OpenCV", "read the image without it"},
    {"windows.h", "Windows", "use the portable functions of C++"},
    {"Windows.h", "Windows", "use the portable functions of C++"},
    {"conio.h", "Windows' console", "take conio.h out of the program"},
};

static const struct unsupported names[] = {
    {"cufft", "cuFFT", NULL},
    {"curand", "cuRAND", NULL},
    {"cusparse", "cuSPARSE", NULL},
    {"cusolver", "cuSOLVER", NULL},
    {"cudnn", "cuDNN", NULL},
    {"cub", "CUB", NULL},
    {"wmma", "this part of WMMA", NULL},
    {"nvcuda", "this part of WMMA", NULL},
    {"tex1D", "texture memory", "read the array directly, or use --backend gpu"},
    {"tex2D", "texture memory", "read the array directly, or use --backend gpu"},
    {"tex3D", "texture memory", "read the array directly, or use --backend gpu"},
    {"texCubemap", "texture memory", "read the array directly, or use --backend gpu"},
    {"texture", "texture memory", "read the array directly, or use --backend gpu"},
    {"cudaTextureObject", "texture memory", "read the array directly, or use --backend gpu"},
    {"cudaCreateTexture", "texture memory", "read the array directly, or use --backend gpu"},
    {"cudaBindTexture", "texture memory", "read the array directly, or use --backend gpu"},
    {"cudaTextureDesc", "texture memory", "read the array directly, or use --backend gpu"},
    {"textureReference", "texture memory", "read the array directly, or use --backend gpu"},
    {"surf1D", "surface memory", "write the array directly, or use --backend gpu"},
    {"surf2D", "surface memory", "write the array directly, or use --backend gpu"},
    {"surf3D", "surface memory", "write the array directly, or use --backend gpu"},
    {"surface", "surface memory", "write the array directly, or use --backend gpu"},
    {"cudaSurfaceObject", "surface memory", "write the array directly, or use --backend gpu"},
    {"cudaCreateSurface", "surface memory", "write the array directly, or use --backend gpu"},
    {"cudaArray", "CUDA arrays (for textures)", NULL},
    {"cudaMallocArray", "CUDA arrays (for textures)", NULL},
    {"cudaMalloc3DArray", "CUDA arrays (for textures)", NULL},
    {"cudaGraphics", "graphics interoperation", "take the drawing out of the program"},
    {"cudaGL", "graphics interoperation", "take the drawing out of the program"},
    {"cudaGraph", "this part of CUDA graphs", "launch the kernels one after the other"},
    {"cudaStreamBeginCapture", "this part of CUDA graphs",
     "launch the kernels one after the other"},
    {"cudaStreamEndCapture", "this part of CUDA graphs", "launch the kernels one after the other"},
    {"cudaExternal", "external memory and semaphores", NULL},
    {"cudaImportExternal", "external memory and semaphores", NULL},
    {"cudaIpc", "memory shared between processes", NULL},
    {"cudaMemPool", "memory pools", "use cudaMalloc"},
    {"cuModule", "the driver API", "use the run-time API (cuda...)"},
    {"cuLaunch", "the driver API", "use the run-time API (cuda...)"},
    {"cuMem", "the driver API", "use the run-time API (cuda...)"},
    {"cuCtx", "the driver API", "use the run-time API (cuda...)"},
    {"cuDevice", "the driver API", "use the run-time API (cuda...)"},
    {"cuInit", "the driver API", "use the run-time API (cuda...)"},
    {"nvrtc", "run-time compilation (NVRTC)", NULL},
    {"nvtx", "NVTX", "take the profiling marks out of the program"},
    {"glut", "OpenGL", "take the drawing out of the program"},
    /* The rest of CUDA's name space, last: the name itself is what is missing. */
    {"cuda", NULL, NULL},
    {"cu", NULL, NULL},
    {"__", NULL, NULL},
    {"atomic", NULL, NULL},
};

static const struct unsupported *find(const struct unsupported *rows, size_t count,
                                      const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(text, rows[i].prefix, strlen(rows[i].prefix)) == 0) return &rows[i];
    return NULL;
}

const struct unsupported *unsupported_header(const char *header)
{
    return find(headers, sizeof headers / sizeof headers[0], header);
}

const struct unsupported *unsupported_name(const char *name)
{
    return find(names, sizeof names / sizeof names[0], name);
}
