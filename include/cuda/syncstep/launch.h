/* launch.h - what the translator makes of `kernel<<<grid, block, bytes, stream>>>(arguments)`:
 *
 *     ::syncstep::launch("kernel", ::syncstep::configure(grid, block, bytes, stream),
 *                        [&](auto &&...a) SS_QUIET { kernel(a...); }, arguments)
 *
 * Arguments are evaluated once, decayed and copied once for all threads of the launch; each thread
 * passes them to the kernel, which converts them to its parameters' types. An argument that is a
 * lone 0 or NULL is written ::syncstep::null(0), since as a variable it would no longer convert to
 * a pointer; {…} becomes parameter<0, decltype(parameters_of(kernel))>{…}, or braced() where the
 * kernel's parameters are known by the call only. `extern __shared__ ss_T x[];` becomes `ss_T
 * (&x)[] = ::syncstep::dynamic_shared{};`.
 */
#ifndef SYNCSTEP_LAUNCH_H
#define SYNCSTEP_LAUNCH_H

#include "../driver_types.h"
#include "runtime.h"

#include <utility>

namespace syncstep {

struct configuration {
    dim3 grid, block;
    size_t bytes;
    cudaStream_t stream;
};

SS_INLINE configuration configure(dim3 grid, dim3 block = dim3(1), size_t bytes = 0,
                                  cudaStream_t stream = 0)
{
    return configuration{grid, block, bytes, stream};
}

/* Converts to whatever the kernel wants there: a null pointer or a zero. */
struct null {
    template <class... ss_T> SS_INLINE constexpr null(ss_T...) {}
    template <class ss_T> SS_INLINE constexpr operator ss_T() const
    {
        return ss_T(0);
    }
};

/* The type of a kernel's parameter, by its number. */
template <class... ss_P> struct parameter_list {
};
template <class... ss_P> parameter_list<ss_P...> parameters_of(void (*)(ss_P...));
template <size_t ss_I, class ss_L> struct parameter_at;
template <class ss_T, class... ss_P> struct parameter_at<0, parameter_list<ss_T, ss_P...>> {
    typedef ss_T type;
};
template <size_t ss_I, class ss_T, class... ss_P>
struct parameter_at<ss_I, parameter_list<ss_T, ss_P...>>
    : parameter_at<ss_I - 1, parameter_list<ss_P...>> {
};
template <size_t ss_I, class ss_L> using parameter = typename parameter_at<ss_I, ss_L>::type;

/* Converts to what the kernel wants there: `make` is told the type. */
template <class ss_T> struct wanted {
    typedef ss_T type;
};
template <class ss_F> struct braced {
    ss_F make;
    SS_INLINE braced(const ss_F &f) : make(f) {}
    template <class ss_T> SS_INLINE operator ss_T() const
    {
        return make(wanted<ss_T>());
    }
};

struct dynamic_shared {
    template <class ss_T> using open_array = ss_T[];
    template <class ss_T> SS_INLINE operator open_array<ss_T> &() const
    {
        return *(open_array<ss_T> *)ss_dynamic_shared();
    }
    template <class ss_T, size_t ss_N> using sized_array = ss_T[ss_N];
    template <class ss_T, size_t ss_N> SS_INLINE operator sized_array<ss_T, ss_N> &() const
    {
        return *(sized_array<ss_T, ss_N> *)ss_dynamic_shared();
    }
};

template <class ss_T> SS_INLINE uint64_t pointer_value(const ss_T &)
{
    return 0;
}
template <class ss_T> SS_INLINE uint64_t pointer_value(ss_T *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* Runs one thread: `bound` calls the kernel with the launch's arguments. */
template <class ss_B> SS_QUIET void run_thread(const void *bound)
{
    (*static_cast<const ss_B *>(bound))();
}

SS_INLINE struct ss_launch request_for(const char *name, const configuration &c, const void *kernel,
                                       int cooperative, const uint64_t *pointers, unsigned count)
{
    struct ss_launch request = {};
    request.name = name;
    request.grid[0] = c.grid.x, request.grid[1] = c.grid.y, request.grid[2] = c.grid.z;
    request.block[0] = c.block.x, request.block[1] = c.block.y, request.block[2] = c.block.z;
    request.dynamic_bytes = c.bytes;
    request.stream = (uint64_t)(uintptr_t)c.stream;
    request.cooperative = cooperative;
    request.kernel = kernel;
    request.pointers = pointers;
    request.pointer_count = count;
    return request;
}

/* An always_inline frame: the run-time takes its own return address for the launch's site. */
template <class ss_B>
SS_INLINE cudaError_t launch_bound(const char *name, const configuration &c, const void *kernel,
                                   int cooperative, const uint64_t *pointers, unsigned count,
                                   const ss_B &bound)
{
    struct ss_launch request = request_for(name, c, kernel, cooperative, pointers, count);
    request.call = &run_thread<ss_B>;
    request.arguments = &bound;
    cudaError_t error = (cudaError_t)ss_launch(&request);
    ss_launch_waiting();
    return error;
}

/* A launch from a kernel or of a captured stream: what it needs is copied. The former runs when the
 * grid that asked for it has ended, or waits for it. */
template <class ss_F, class... ss_A>
SS_QUIET __attribute__((noinline)) void launch_later(const char *name, const configuration &c,
                                                     const void *kernel, const ss_F &call,
                                                     ss_A... a)
{
    auto bound = [call, a...]() mutable SS_QUIET { call(a...); };
    const uint64_t pointers[] = {pointer_value(a)..., 0};
    struct ss_launch request = request_for(name, c, kernel, 0, pointers, sizeof...(ss_A));
    request.call = [](const void *b) SS_QUIET { (*(decltype(bound) *)b)(); };
    request.arguments = &bound;
    request.site = __builtin_return_address(0);
    ss_launch_later(&request, sizeof bound);
}

template <class ss_F, class... ss_A>
SS_INLINE void launch(const char *name, const configuration &c, const ss_F &call, ss_A... a)
{
    if (ss_in_kernel() || ss_captures((uint64_t)(uintptr_t)c.stream)) {
        launch_later(name, c, nullptr, call, a...);
        return;
    }
    const uint64_t pointers[] = {pointer_value(a)..., 0};
    launch_bound(name, c, nullptr, 0, pointers, sizeof...(ss_A), [&]() SS_QUIET { call(a...); });
}

} // namespace syncstep

/* What cudaDeviceSynchronize() is in device code. */
SS_INLINE cudaError_t ss_device_synchronize(void)
{
    return (cudaError_t)ss_children_wait();
}

namespace syncstep {
/* The address of what a kernel's `void **` argument list holds for a parameter of type ss_P. */
template <class ss_P> struct stored {
    typedef ss_P type;
};
template <class ss_P> struct stored<ss_P &> {
    typedef ss_P type;
};
template <class ss_P> struct stored<const ss_P> {
    typedef ss_P type;
};

template <size_t... ss_I, class... ss_P>
SS_INLINE cudaError_t launch_listed(std::index_sequence<ss_I...>, void (*kernel)(ss_P...),
                                    const configuration &c, void **list, int cooperative,
                                    const char *name)
{
    if (ss_captures((uint64_t)(uintptr_t)c.stream)) {
        launch_later(name, c, (const void *)kernel, kernel,
                     *(typename stored<ss_P>::type *)list[ss_I]...);
        return cudaSuccess;
    }
    const uint64_t pointers[] = {pointer_value(*(typename stored<ss_P>::type *)list[ss_I])..., 0};
    return launch_bound(name, c, (const void *)kernel, cooperative, pointers, sizeof...(ss_P),
                        [&]() SS_QUIET { kernel(*(typename stored<ss_P>::type *)list[ss_I]...); });
}

/* Calls kernels of one type through their address. */
template <class... ss_P> struct known_type {
    template <size_t... ss_I>
    SS_QUIET static int run(std::index_sequence<ss_I...>, const struct ss_known *known,
                            const struct ss_launch *base, void **list)
    {
        void (*kernel)(ss_P...) = (void (*)(ss_P...))known->kernel;
        const uint64_t pointers[] = {pointer_value(*(typename stored<ss_P>::type *)list[ss_I])...,
                                     0};
        auto bound = [&]() SS_QUIET { kernel(*(typename stored<ss_P>::type *)list[ss_I]...); };
        struct ss_launch request = *base;
        request.call = &run_thread<decltype(bound)>;
        request.arguments = &bound;
        request.pointers = pointers;
        request.pointer_count = sizeof...(ss_P);
        int error = ss_launch(&request);
        ss_launch_waiting();
        return error;
    }
    SS_QUIET static int launch(const struct ss_known *known, const struct ss_launch *base,
                               void **list)
    {
        return run(std::index_sequence_for<ss_P...>(), known, base, list);
    }
};

/* The translator makes this of `(void *)kernel`: who launches by address finds the kernel's type.
 */
template <class... ss_P> SS_QUIET __attribute__((noinline)) void *known(void (*kernel)(ss_P...))
{
    static const size_t bytes[] = {sizeof(typename stored<ss_P>::type)..., 0};
    if (!ss_kernel_find((const void *)kernel))
        ss_kernel_known(new ss_known{(const void *)kernel, sizeof...(ss_P), bytes,
                                     &known_type<ss_P...>::launch, nullptr});
    return (void *)kernel;
}

/* A variable of a kernel's name. */
template <class ss_T> SS_INLINE ss_T known(ss_T value)
{
    return value;
}

SS_INLINE cudaError_t launch_known(const void *kernel, const configuration &c, void **list,
                                   int cooperative)
{
    const struct ss_launch base = request_for("", c, kernel, cooperative, nullptr, 0);
    return (cudaError_t)ss_launch_known(&base, list);
}
} // namespace syncstep

/* Of a kernel that is known by its address only. */
SS_INLINE cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                       size_t bytes = 0, cudaStream_t stream = 0)
{
    return syncstep::launch_known(kernel, syncstep::configure(grid, block, bytes, stream),
                                  arguments, 0);
}
SS_INLINE cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                                  void **arguments, size_t bytes = 0,
                                                  cudaStream_t stream = 0)
{
    return syncstep::launch_known(kernel, syncstep::configure(grid, block, bytes, stream),
                                  arguments, 1);
}

/* cudaLaunchKernel and kin: the translator strips the cast of the kernel to `const void *`. */
template <class... ss_P>
SS_INLINE cudaError_t cudaLaunchKernel(void (*kernel)(ss_P...), dim3 grid, dim3 block,
                                       void **arguments, size_t bytes = 0, cudaStream_t stream = 0)
{
    return syncstep::launch_listed(std::index_sequence_for<ss_P...>(), kernel,
                                   syncstep::configure(grid, block, bytes, stream), arguments, 0,
                                   "");
}
template <class... ss_P>
SS_INLINE cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(ss_P...), dim3 grid, dim3 block,
                                                  void **arguments, size_t bytes = 0,
                                                  cudaStream_t stream = 0)
{
    return syncstep::launch_listed(std::index_sequence_for<ss_P...>(), kernel,
                                   syncstep::configure(grid, block, bytes, stream), arguments, 1,
                                   "");
}

namespace syncstep {
inline int wants_cooperative(const cudaLaunchConfig_t *config)
{
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeCooperative)
            return config->attrs[i].val.cooperative;
    return 0;
}
} // namespace syncstep
template <class... ss_P>
SS_INLINE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, void (*kernel)(ss_P...),
                                          void **arguments)
{
    return syncstep::launch_listed(std::index_sequence_for<ss_P...>(), kernel,
                                   syncstep::configure(config->gridDim, config->blockDim,
                                                       config->dynamicSmemBytes, config->stream),
                                   arguments, syncstep::wants_cooperative(config), "");
}
template <class... ss_P, class... ss_A>
SS_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(ss_P...),
                                         ss_A &&...a)
{
    return [&](typename syncstep::stored<ss_P>::type... copies) __attribute__((always_inline))
    {
        void *list[] = {(void *)&copies..., nullptr};
        return cudaLaunchKernelExC(config, kernel, list);
    }
    (static_cast<ss_A &&>(a)...);
}

#endif
