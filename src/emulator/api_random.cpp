/* api_random.cpp - the XORWOW and Philox generators as cuRAND defines them, and the host's
 * interface.
 *
 * XORWOW: Marsaglia, "Xorshift RNGs" (2003), the step below; sequences lie 2^67 steps apart,
 * reached by powers of the step's matrix over GF(2). Philox4x32-10: Salmon et al., "Parallel Random
 * Numbers: As Easy as 1, 2, 3" (2011). */
#include "api.h"
#include "curand.h"
#include "curand_kernel.h"

#include <math.h>
#include <mutex>
#include <string.h>

/* These calls write device memory unseen: src/emulator/unset.h. */
extern "C" __attribute__((weak)) const char ss_unseen_writes;
const char ss_unseen_writes = 1;

/* ---- XORWOW ---- */

enum { WORDS = 5, BITS = 160, WEYL = 362437 };

struct row {
    unsigned word[WORDS];
};
struct matrix { /* row[i]: the state that bit i of a state turns into */
    struct row row[BITS];
};

static void step_linear(unsigned v[WORDS])
{
    unsigned t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

static struct row apply(const struct matrix *m, const unsigned v[WORDS])
{
    struct row sum = {};
    for (int i = 0; i < BITS; i++)
        if (v[i / 32] >> (i % 32) & 1)
            for (int w = 0; w < WORDS; w++)
                sum.word[w] ^= m->row[i].word[w];
    return sum;
}

/* powers[k] = step^(2^k), as many as are needed to go 2^67 * 2^40 steps. */
enum { SEQUENCE_POWER = 67, POWERS = SEQUENCE_POWER + 40 };
static struct matrix powers[POWERS];

static void powers_make(void)
{
    for (int i = 0; i < BITS; i++) {
        struct row one = {};
        one.word[i / 32] = 1u << (i % 32);
        step_linear(one.word);
        powers[0].row[i] = one;
    }
    for (int k = 1; k < POWERS; k++)
        for (int i = 0; i < BITS; i++)
            powers[k].row[i] = apply(&powers[k - 1], powers[k - 1].row[i].word);
}

static void jump(unsigned v[WORDS], unsigned long long count, int first_power)
{
    static std::once_flag made;
    std::call_once(made, powers_make);
    for (int k = first_power; count && k < POWERS; k++, count >>= 1) {
        if (!(count & 1)) continue;
        struct row moved = apply(&powers[k], v);
        memcpy(v, moved.word, sizeof moved.word);
    }
}

extern "C" {

void ss_xorwow_skip(unsigned long long count, struct curandStateXORWOW *state)
{
    if (count) jump(state->v, count, 0);
    state->d += WEYL * (unsigned)count;
}

void ss_xorwow_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                    struct curandStateXORWOW *state)
{
    unsigned s0 = (unsigned)seed ^ 0xaad26b49u, s1 = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
    unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    memset((void *)state, 0, sizeof *state);
    state->d = 6615241 + t1 + t0;
    state->v[0] = 123456789u + t0;
    state->v[1] = 362436069u ^ t0;
    state->v[2] = 521288629u + t1;
    state->v[3] = 88675123u ^ t1;
    state->v[4] = 5783321u + t0;
    if (sequence) jump(state->v, sequence, SEQUENCE_POWER);
    ss_xorwow_skip(offset, state);
}

unsigned ss_xorwow_next(struct curandStateXORWOW *state)
{
    step_linear(state->v);
    state->d += WEYL;
    return state->v[4] + state->d;
}

/* ---- Philox ---- */

static uint4 philox(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xD2511F53u * c.x, b = (uint64_t)0xCD9E8D57u * c.z;
        c = uint4{(unsigned)(b >> 32) ^ c.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ key.y,
                  (unsigned)a};
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return c;
}

static void philox_advance(struct curandStatePhilox4_32_10 *s, unsigned long long blocks)
{
    unsigned long long low = (unsigned long long)s->ctr.y << 32 | s->ctr.x, sum = low + blocks;
    s->ctr.x = (unsigned)sum;
    s->ctr.y = (unsigned)(sum >> 32);
    if (sum < low && ++s->ctr.z == 0) s->ctr.w++;
}

void ss_philox_skip(unsigned long long count, struct curandStatePhilox4_32_10 *s)
{
    s->STATE += (unsigned)(count & 3);
    count /= 4;
    if (s->STATE > 3) {
        count++;
        s->STATE -= 4;
    }
    philox_advance(s, count);
    s->output = philox(s->ctr, s->key);
}

void ss_philox_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                    struct curandStatePhilox4_32_10 *s)
{
    memset((void *)s, 0, sizeof *s);
    s->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
    s->ctr.z = (unsigned)sequence;
    s->ctr.w = (unsigned)(sequence >> 32);
    ss_philox_skip(offset, s);
}

unsigned ss_philox_next(struct curandStatePhilox4_32_10 *s)
{
    const unsigned out[4] = {s->output.x, s->output.y, s->output.z, s->output.w};
    unsigned result = out[s->STATE++];
    if (s->STATE == 4) {
        philox_advance(s, 1);
        s->output = philox(s->ctr, s->key);
        s->STATE = 0;
    }
    return result;
}

/* The Poisson number at a place of its distribution; far from 0 by its normal approximation. */
unsigned ss_poisson(double lambda, double uniform)
{
    if (lambda > 500) {
        double x = lambda + sqrt(lambda) * sqrt(2.0) * ss_erfinv(2 * uniform - 1);
        return x > 0 ? (unsigned)(x + 0.5) : 0;
    }
    double term = exp(-lambda), sum = term;
    unsigned k = 0;
    while (sum < uniform && k < 2000) {
        k++;
        term *= lambda / k;
        sum += term;
    }
    return k;
}

/* ---- Host interface ---- */

struct curandGenerator_st {
    unsigned long long seed, offset;
    struct curandStatePhilox4_32_10 state;
    bool ready;
};

static curandStatus_t prepare(curandGenerator_t g, const void *out)
{
    if (!g) return CURAND_STATUS_NOT_INITIALIZED;
    if (!out) return CURAND_STATUS_LAUNCH_FAILURE;
    if (!g->ready) ss_philox_init(g->seed, 0, g->offset, &g->state);
    g->ready = true;
    return CURAND_STATUS_SUCCESS;
}

static double uniform(curandGenerator_t g)
{
    unsigned x = ss_philox_next(&g->state), y = ss_philox_next(&g->state);
    return syncstep::uniform_of(x, y);
}

static double normal(curandGenerator_t g)
{
    double u = uniform(g), v = uniform(g);
    return syncstep::normal_pair(u, v).x;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t)
{
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    *generator = new curandGenerator_st();
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return curandCreateGenerator(generator, type);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    delete generator;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed)
{
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->seed = seed;
    generator->ready = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->offset = offset;
    generator->ready = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t)
{
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t)
{
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGetVersion(int *version)
{
    *version = 10400;
    return CURAND_STATUS_SUCCESS;
}

#define GENERATE(expression)                                                                       \
    curandStatus_t status = prepare(generator, out);                                               \
    for (size_t i = 0; status == CURAND_STATUS_SUCCESS && i < count; i++)                          \
        out[i] = (expression);                                                                     \
    return status

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *out, size_t count)
{
    GENERATE(ss_philox_next(&generator->state));
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t count)
{
    GENERATE(syncstep::uniform_of(ss_philox_next(&generator->state)));
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out, size_t count)
{
    GENERATE(uniform(generator));
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t count,
                                    float mean, float deviation)
{
    GENERATE((float)(mean + deviation * normal(generator)));
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out, size_t count,
                                          double mean, double deviation)
{
    GENERATE(mean + deviation * normal(generator));
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t count,
                                       float mean, float deviation)
{
    GENERATE((float)exp(mean + deviation * normal(generator)));
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *out, size_t count,
                                     double lambda)
{
    GENERATE(ss_poisson(lambda, uniform(generator)));
}
}
