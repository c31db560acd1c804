/* curand_kernel.h - random numbers in kernels: the XORWOW and Philox generators, with the numbers
 * that cuRAND gives for the same seed, sequence and offset. */
#ifndef SYNCSTEP_CURAND_KERNEL_H
#define SYNCSTEP_CURAND_KERNEL_H
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

extern "C" {
void ss_xorwow_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                    struct curandStateXORWOW *state);
unsigned ss_xorwow_next(struct curandStateXORWOW *state);
void ss_xorwow_skip(unsigned long long count, struct curandStateXORWOW *state);
void ss_philox_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                    struct curandStatePhilox4_32_10 *state);
unsigned ss_philox_next(struct curandStatePhilox4_32_10 *state);
void ss_philox_skip(unsigned long long count, struct curandStatePhilox4_32_10 *state);
unsigned ss_poisson(double lambda, double uniform);
}

namespace syncstep {

/* The generator's own words are loads and stores of the program where they lie in device memory. */
SS_INLINE void touch_state(curandStateXORWOW *state, bool loads)
{
    if (loads) ss_load(&state->d, 16), ss_load(&state->v[3], 8);
    ss_store(&state->d, 16), ss_store(&state->v[3], 8);
}
SS_INLINE void touch_state(curandStatePhilox4_32_10 *state, bool loads)
{
    if (loads) ss_load(&state->ctr, 16), ss_load(&state->output, 16);
    ss_store(&state->ctr, 16), ss_store(&state->output, 16);
}
SS_INLINE unsigned next_bits(curandStateXORWOW *state)
{
    touch_state(state, true);
    return ss_xorwow_next(state);
}
SS_INLINE unsigned next_bits(curandStatePhilox4_32_10 *state)
{
    touch_state(state, true);
    return ss_philox_next(state);
}
SS_INLINE float uniform_of(unsigned x)
{
    return (float)x * 2.3283064e-10f + 2.3283064e-10f / 2;
}
SS_INLINE double uniform_of(unsigned x, unsigned y)
{
    unsigned long long z = x ^ (unsigned long long)y << 21;
    return (double)z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}

/* Box and Muller's pair of normal numbers from two uniform ones. */
SS_INLINE float2 normal_pair(unsigned x, unsigned y)
{
    float u = (float)x * 2.3283064e-10f + 2.3283064e-10f / 2;
    float v = (float)y * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2;
    float s = ::sqrtf(-2.0f * ::logf(u));
    return make_float2(s * ::sinf(v), s * ::cosf(v));
}
SS_INLINE double2 normal_pair(double u, double v)
{
    double s = ::sqrt(-2.0 * ::log(u));
    return make_double2(s * ss_sinpi(2 * v), s * ss_cospi(2 * v));
}

template <class ss_S> SS_QUIET __attribute__((noinline)) bool kept_normal(ss_S *state, float *value)
{
    if (state->boxmuller_flag != 1) return false;
    state->boxmuller_flag = 0;
    *value = state->boxmuller_extra;
    return true;
}
template <class ss_S> SS_QUIET __attribute__((noinline)) float keep_normal(ss_S *state, float2 pair)
{
    state->boxmuller_flag = 1;
    state->boxmuller_extra = pair.y;
    return pair.x;
}
template <class ss_S> SS_QUIET __attribute__((noinline)) bool kept_normal(ss_S *state, double *value)
{
    if (state->boxmuller_flag_double != 1) return false;
    state->boxmuller_flag_double = 0;
    *value = state->boxmuller_extra_double;
    return true;
}
template <class ss_S> SS_QUIET __attribute__((noinline)) double keep_normal(ss_S *state, double2 pair)
{
    state->boxmuller_flag_double = 1;
    state->boxmuller_extra_double = pair.y;
    return pair.x;
}
} // namespace syncstep

SS_INLINE void curand_init(unsigned long long seed, unsigned long long sequence,
                           unsigned long long offset, curandStateXORWOW *state)
{
    syncstep::touch_state(state, false);
    ss_xorwow_init(seed, sequence, offset, state);
}
SS_INLINE void curand_init(unsigned long long seed, unsigned long long sequence,
                           unsigned long long offset, curandStatePhilox4_32_10 *state)
{
    syncstep::touch_state(state, false);
    ss_philox_init(seed, sequence, offset, state);
}
SS_INLINE void skipahead(unsigned long long count, curandStateXORWOW *state)
{
    syncstep::touch_state(state, true);
    ss_xorwow_skip(count, state);
}
SS_INLINE void skipahead(unsigned long long count, curandStatePhilox4_32_10 *state)
{
    syncstep::touch_state(state, true);
    ss_philox_skip(count, state);
}

template <class ss_S> SS_INLINE unsigned curand(ss_S *state)
{
    return syncstep::next_bits(state);
}
template <class ss_S> SS_INLINE float curand_uniform(ss_S *state)
{
    return syncstep::uniform_of(syncstep::next_bits(state));
}
template <class ss_S> SS_INLINE double curand_uniform_double(ss_S *state)
{
    unsigned x = syncstep::next_bits(state), y = syncstep::next_bits(state);
    return syncstep::uniform_of(x, y);
}
template <class ss_S> SS_INLINE float2 curand_normal2(ss_S *state)
{
    unsigned x = syncstep::next_bits(state), y = syncstep::next_bits(state);
    return syncstep::normal_pair(x, y);
}
template <class ss_S> SS_INLINE float curand_normal(ss_S *state)
{
    float value;
    if (syncstep::kept_normal(state, &value)) return value;
    return syncstep::keep_normal(state, curand_normal2(state));
}
template <class ss_S> SS_INLINE double2 curand_normal2_double(ss_S *state)
{
    double u = curand_uniform_double(state), v = curand_uniform_double(state);
    return syncstep::normal_pair(u, v);
}
template <class ss_S> SS_INLINE double curand_normal_double(ss_S *state)
{
    double value;
    if (syncstep::kept_normal(state, &value)) return value;
    return syncstep::keep_normal(state, curand_normal2_double(state));
}
template <class ss_S> SS_INLINE float curand_log_normal(ss_S *state, float mean, float deviation)
{
    return ::expf(mean + deviation * curand_normal(state));
}
template <class ss_S> SS_INLINE unsigned curand_poisson(ss_S *state, double lambda)
{
    return ss_poisson(lambda, curand_uniform_double(state));
}
SS_INLINE uint4 curand4(curandStatePhilox4_32_10 *state)
{
    unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    return make_uint4(a, b, c, d);
}
SS_INLINE float4 curand_uniform4(curandStatePhilox4_32_10 *state)
{
    uint4 x = curand4(state);
    return make_float4(syncstep::uniform_of(x.x), syncstep::uniform_of(x.y),
                       syncstep::uniform_of(x.z), syncstep::uniform_of(x.w));
}
SS_INLINE float4 curand_normal4(curandStatePhilox4_32_10 *state)
{
    uint4 x = curand4(state);
    float2 a = syncstep::normal_pair(x.x, x.y), b = syncstep::normal_pair(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}

#endif
