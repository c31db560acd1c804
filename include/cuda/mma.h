/* mma.h - matrix products of a warp (WMMA), from the CUDA C++ Programming Guide, "Warp Matrix
 * Functions". A fragment's elements lie one after another in the lanes: element e of the matrix is
 * x[e / 32] of lane e % 32. Products are exact, sums are taken in the accumulator's type (half: in
 * float) in the order of k. */
#ifndef SYNCSTEP_MMA_H
#define SYNCSTEP_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision {
struct tf32;
}

namespace details {

/* What a fragment of elements ss_T holds. */
template <class ss_T> struct storage {
    typedef ss_T type;
};
template <> struct storage<precision::tf32> {
    typedef float type;
};

template <class ss_Use, int ss_M, int ss_N, int ss_K> struct extent;
template <int ss_M, int ss_N, int ss_K> struct extent<matrix_a, ss_M, ss_N, ss_K> {
    enum { rows = ss_M, columns = ss_K };
};
template <int ss_M, int ss_N, int ss_K> struct extent<matrix_b, ss_M, ss_N, ss_K> {
    enum { rows = ss_K, columns = ss_N };
};
template <int ss_M, int ss_N, int ss_K> struct extent<accumulator, ss_M, ss_N, ss_K> {
    enum { rows = ss_M, columns = ss_N };
};

template <class ss_L> struct layout_of;
template <> struct layout_of<row_major> {
    enum { value = mem_row_major };
};
template <> struct layout_of<col_major> {
    enum { value = mem_col_major };
};

template <int ss_M, int ss_N, int ss_K, class ss_T> constexpr bool shape_exists()
{
    constexpr bool usual = (ss_M == 16 && ss_N == 16 && ss_K == 16) ||
                           (ss_M == 32 && ss_N == 8 && ss_K == 16) ||
                           (ss_M == 8 && ss_N == 32 && ss_K == 16);
    constexpr bool narrow = ss_M == 16 && ss_N == 16 && ss_K == 8;
    constexpr bool small = ss_M == 8 && ss_N == 8 && ss_K == 4;
    if (std::is_same<ss_T, precision::tf32>::value) return narrow;
    if (std::is_same<ss_T, double>::value) return small;
    if (std::is_same<ss_T, float>::value) return usual || narrow;
    return usual;
}
} // namespace details

template <class ss_Use, int ss_M, int ss_N, int ss_K, class ss_T, class ss_L = void>
struct fragment {
    static_assert(details::shape_exists<ss_M, ss_N, ss_K, ss_T>(),
                  "this shape of a WMMA fragment does not exist for this type");
    typedef details::extent<ss_Use, ss_M, ss_N, ss_K> extent;
    typedef typename details::storage<ss_T>::type element_type;
    typedef element_type storage_element_type;
    enum {
        num_elements = extent::rows * extent::columns / 32,
        num_storage_elements = num_elements
    };
    element_type x[num_elements];
};

namespace details {

/* Offset of element `e`, counted along rows, of a matrix of `columns` columns in memory. */
SS_QUIET __attribute__((noinline)) inline size_t offset_of(int e, int columns, unsigned stride,
                                                           int layout)
{
    size_t row = (size_t)(e / columns), column = (size_t)(e % columns);
    return layout == mem_row_major ? row * stride + column : column * stride + row;
}
template <class ss_T> SS_QUIET __attribute__((noinline)) void copy_one(ss_T *to, const ss_T *from)
{
    __builtin_memcpy((void *)to, (const void *)from, sizeof *to);
}

template <class ss_T> struct sum_in {
    typedef ss_T type;
};
template <> struct sum_in<__half> {
    typedef float type;
};

template <class ss_D, class ss_A, class ss_B, class ss_C> struct operands {
    const ss_A *a;
    const ss_B *b;
    const ss_C *c;
};

template <class ss_F> SS_QUIET inline const typename ss_F::element_type &at(const ss_F *part, int e)
{
    return part->x[e / 32];
}

/* The lane's elements of a × b + c, out of the fragments of all lanes. */
template <class ss_D, class ss_A, class ss_B, class ss_C>
SS_QUIET __attribute__((noinline)) void multiply(ss_D *d, const uint64_t *lanes, unsigned present,
                                                 int lane)
{
    typedef operands<ss_D, ss_A, ss_B, ss_C> ss_O;
    typedef typename sum_in<typename ss_D::element_type>::type ss_S;
    enum { columns = ss_D::extent::columns, depth = ss_A::extent::columns };

    for (int i = 0; i < ss_D::num_elements; i++) {
        int e = i * 32 + lane, row = e / columns, column = e % columns;
        ss_S sum = (ss_S)((const ss_O *)lanes[lane])->c->x[i];
        for (int k = 0; k < depth; k++) {
            int ea = row * depth + k, eb = k * columns + column;
            if (!(present >> ea % 32 & 1) || !(present >> eb % 32 & 1)) continue;
            sum += (ss_S)at(((const ss_O *)lanes[ea % 32])->a, ea) *
                   (ss_S)at(((const ss_O *)lanes[eb % 32])->b, eb);
        }
        d->x[i] = (typename ss_D::element_type)sum;
    }
}

template <class ss_F>
SS_QUIET __attribute__((noinline)) void copy_fragment(ss_F *to, const ss_F *from)
{
    for (int i = 0; i < ss_F::num_elements; i++)
        to->x[i] = from->x[i];
}

template <class ss_F, class ss_P>
SS_INLINE void load(ss_F &part, const ss_P *from, unsigned stride, int layout)
{
    ss_warp_sync(0xffffffffu);
    for (int i = 0; i < ss_F::num_elements; i++) {
        const ss_P *element =
            from + offset_of(i * 32 + (int)ss_lane(), ss_F::extent::columns, stride, layout);
        ss_load(element, sizeof *element);
        copy_one((ss_P *)&part.x[i], element);
    }
}
} // namespace details

template <class ss_U, int ss_M, int ss_N, int ss_K, class ss_T, class ss_L, class ss_V>
SS_INLINE void fill_fragment(fragment<ss_U, ss_M, ss_N, ss_K, ss_T, ss_L> &part, const ss_V &value)
{
    typedef typename fragment<ss_U, ss_M, ss_N, ss_K, ss_T, ss_L>::element_type ss_E;
    for (int i = 0; i < part.num_elements; i++)
        part.x[i] = (ss_E)value;
}

template <class ss_U, int ss_M, int ss_N, int ss_K, class ss_T, class ss_L, class ss_P>
SS_INLINE void load_matrix_sync(fragment<ss_U, ss_M, ss_N, ss_K, ss_T, ss_L> &part,
                                const ss_P *from, unsigned stride)
{
    details::load(part, from, stride, details::layout_of<ss_L>::value);
}
template <int ss_M, int ss_N, int ss_K, class ss_T, class ss_P>
SS_INLINE void load_matrix_sync(fragment<accumulator, ss_M, ss_N, ss_K, ss_T> &part,
                                const ss_P *from, unsigned stride, layout_t layout)
{
    details::load(part, from, stride, layout);
}

template <int ss_M, int ss_N, int ss_K, class ss_T, class ss_P>
SS_INLINE void store_matrix_sync(ss_P *to,
                                 const fragment<accumulator, ss_M, ss_N, ss_K, ss_T> &part,
                                 unsigned stride, layout_t layout)
{
    ss_warp_sync(0xffffffffu);
    for (int i = 0; i < part.num_elements; i++) {
        ss_P *element = to + details::offset_of(i * 32 + (int)ss_lane(), ss_N, stride, layout);
        ss_store(element, sizeof *element);
        details::copy_one(element, (const ss_P *)&part.x[i]);
    }
}

template <int ss_M, int ss_N, int ss_K, class ss_D, class ss_T, class ss_LA, class ss_LB,
          class ss_C>
SS_INLINE void mma_sync(fragment<accumulator, ss_M, ss_N, ss_K, ss_D> &d,
                        const fragment<matrix_a, ss_M, ss_N, ss_K, ss_T, ss_LA> &a,
                        const fragment<matrix_b, ss_M, ss_N, ss_K, ss_T, ss_LB> &b,
                        const fragment<accumulator, ss_M, ss_N, ss_K, ss_C> &c, bool = false)
{
    typedef fragment<accumulator, ss_M, ss_N, ss_K, ss_D> ss_FD;
    typedef fragment<matrix_a, ss_M, ss_N, ss_K, ss_T, ss_LA> ss_FA;
    typedef fragment<matrix_b, ss_M, ss_N, ss_K, ss_T, ss_LB> ss_FB;
    typedef fragment<accumulator, ss_M, ss_N, ss_K, ss_C> ss_FC;
    details::operands<ss_FD, ss_FA, ss_FB, ss_FC> mine = {&a, &b, &c};
    uint64_t lanes[32];
    ss_FD result;
    unsigned present = ss_warp_show(0xffffffffu, &mine, lanes);
    details::multiply<ss_FD, ss_FA, ss_FB, ss_FC>(&result, lanes, present, (int)ss_lane());
    ss_warp_sync(0xffffffffu); /* the others may still be reading a, b and c */
    details::copy_fragment(&d, &result);
}

/* Rounds to the 10 bits of fraction that a tensor core looks at. */
SS_INLINE float __float_to_tf32(float x)
{
    unsigned bits = __builtin_bit_cast(unsigned, x);
    return __builtin_bit_cast(float, (bits + 0x1000u) & ~0x1fffu);
}

} // namespace wmma
} // namespace nvcuda

#endif
