/* The headers that programs name beside cuda_runtime.h, all in one program. */
#include <builtin_types.h>
#include <channel_descriptor.h>
#include <common_functions.h>
#include <cublas.h>
#include <cuda_awbarrier.h>
#include <cuda_bf16.h>
#include <cuda_device_runtime_api.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <device_atomic_functions.h>
#include <device_double_functions.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <device_types.h>
#include <driver_functions.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <math_constants.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <sm_20_atomic_functions.h>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_32_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <sm_35_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>
#include <texture_types.h>

#include <cstdio>

/* A program's own headers go by the guards of the toolkit's. */
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || !defined(__DRIVER_TYPES_H__)
#error "no guard of the run-time's headers"
#endif
#if !defined(__VECTOR_TYPES_H__) || !defined(__VECTOR_FUNCTIONS_H__) || !defined(__TEXTURE_TYPES_H__)
#error "no guard of the types' headers"
#endif
#if !defined(__CUDA_BF16_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__) ||                        \
    !defined(__MATH_CONSTANTS_H__)
#error "no guard of the headers that this program names"
#endif

__global__ void scale(const float4 *in, float4 *out, float by)
{
    const int i = threadIdx.x;
    out[i] = lerp(make_float4(0.0f), in[i] * by, 0.5f) + make_float4(1.0f);
}

__global__ void halves(const float *in, float *out)
{
    const __nv_bfloat16 a = __float2bfloat16(in[threadIdx.x]);
    out[threadIdx.x] = __bfloat162float(__hadd(a, a));
}

int main(int argc, char **argv)
{
    const int device = findCudaDevice(argc, (const char **)argv);
    float4 *in, *out;
    float *wide, back[4];
    checkCudaErrors(cudaMallocManaged(&in, 2 * sizeof *in));
    checkCudaErrors(cudaMallocManaged(&out, 2 * sizeof *out));
    checkCudaErrors(cudaMalloc(&wide, 4 * sizeof *wide));
    in[0] = make_float4(1, 2, 3, 4);
    in[1] = make_float4(5, 6, 7, 8);
    scale<<<1, 2>>>(in, out, 4.0f);
    getLastCudaError("scale");
    checkCudaErrors(cudaDeviceSynchronize());
    halves<<<1, 4>>>(&out[0].x, wide);
    checkCudaErrors(cudaMemcpy(back, wide, sizeof back, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 2; i++) {
        const float4 v = out[i];
        std::printf("%g %g %g %g\n", v.x, v.y, v.z, v.w);
    }
    std::printf("%g %g %g %g\n", back[0], back[1], back[2], back[3]);
    std::printf("device %d, dot %g, pi %.4f\n", device, dot(out[0], out[1]), CUDART_PI_F);
    checkCudaErrors(cudaFree(in));
    checkCudaErrors(cudaFree(out));
    checkCudaErrors(cudaFree(wide));
    return 0;
}
