/* thrust_algorithms.h - the algorithms of Thrust, element by element on the host. */
#ifndef SYNCSTEP_THRUST_ALGORITHMS_H
#define SYNCSTEP_THRUST_ALGORITHMS_H

#include "thrust.h"

namespace thrust {

using std::distance;
template <class ss_I> void advance(ss_I &i, ptrdiff_t n)
{
    i += n;
}
using std::max;
using std::min;

template <class ss_I, class ss_O> ss_O copy(ss_I first, ss_I last, ss_O out)
{
    for (; first != last; ++first, ++out)
        put(out, converted<ss_O>(take(first)));
    return out;
}
template <class ss_I, class ss_O> ss_O copy_n(ss_I first, size_t n, ss_O out)
{
    return thrust::copy(first, first + n, out);
}
template <class ss_I, class ss_O, class ss_P>
ss_O copy_if(ss_I first, ss_I last, ss_O out, ss_P wanted)
{
    for (; first != last; ++first)
        if (wanted(take(first))) put(out++, take(first));
    return out;
}
template <class ss_I, class ss_S, class ss_O, class ss_P>
ss_O copy_if(ss_I first, ss_I last, ss_S stencil, ss_O out, ss_P wanted)
{
    for (; first != last; ++first, ++stencil)
        if (wanted(take(stencil))) put(out++, take(first));
    return out;
}
template <class ss_I, class ss_V> void fill(ss_I first, ss_I last, const ss_V &value)
{
    for (; first != last; ++first)
        put(first, (value_of<ss_I>)value);
}
template <class ss_I, class ss_V> ss_I fill_n(ss_I first, size_t n, const ss_V &value)
{
    thrust::fill(first, first + n, value);
    return first + n;
}
template <class ss_I, class ss_V = value_of<ss_I>, class ss_S = value_of<ss_I>>
void sequence(ss_I first, ss_I last, ss_V start = ss_V(0), ss_S step = ss_S(1))
{
    for (; first != last; ++first, start = (ss_V)(start + step))
        put(first, (value_of<ss_I>)start);
}
template <class ss_I, class ss_F> void tabulate(ss_I first, ss_I last, ss_F f)
{
    for (ptrdiff_t i = 0; first != last; ++first, ++i)
        put(first, f(i));
}
template <class ss_I, class ss_F> void generate(ss_I first, ss_I last, ss_F f)
{
    for (; first != last; ++first)
        put(first, f());
}
template <class ss_I, class ss_F> ss_I generate_n(ss_I first, size_t n, ss_F f)
{
    thrust::generate(first, first + n, f);
    return first + n;
}
template <class ss_I, class ss_O, class ss_F>
ss_O transform(ss_I first, ss_I last, ss_O out, ss_F f)
{
    for (; first != last; ++first, ++out)
        put(out, converted<ss_O>(f(take(first))));
    return out;
}
template <class ss_I, class ss_J, class ss_O, class ss_F>
ss_O transform(ss_I first, ss_I last, ss_J other, ss_O out, ss_F f)
{
    for (; first != last; ++first, ++other, ++out)
        put(out, converted<ss_O>(f(take(first), take(other))));
    return out;
}
template <class ss_I, class ss_O, class ss_F, class ss_P>
ss_O transform_if(ss_I first, ss_I last, ss_O out, ss_F f, ss_P wanted)
{
    for (; first != last; ++first, ++out)
        if (wanted(take(first))) put(out, f(take(first)));
    return out;
}

/* A functor that changes its element changes a copy, which is put back. */
template <class ss_V, class ss_F> void call_on(ss_V &value, ss_F &f)
{
    f(value);
}
template <class... ss_V, class ss_F> void call_on(std::tuple<ss_V...> &values, ss_F &f)
{
    f(std::apply([](ss_V &...v) { return std::tuple<ss_V &...>(v...); }, values));
}
template <class ss_R> struct writable : std::true_type {
};
template <class ss_I>
using can_put = std::bool_constant<
    !std::is_same<typename std::iterator_traits<ss_I>::reference, value_of<ss_I>>::value &&
    !std::is_const<std::remove_reference_t<typename std::iterator_traits<ss_I>::reference>>::value>;
template <class ss_I, class ss_F> ss_I for_each(ss_I first, ss_I last, ss_F f)
{
    for (; first != last; ++first) {
        value_of<ss_I> value = take(first);
        call_on(value, f);
        if constexpr (can_put<ss_I>::value) put(first, value);
    }
    return first;
}
template <class ss_I, class ss_F> ss_I for_each_n(ss_I first, size_t n, ss_F f)
{
    return thrust::for_each(first, first + n, f);
}

/* ---- Reductions ---- */

template <class ss_I, class ss_T, class ss_F = plus<>>
ss_T reduce(ss_I first, ss_I last, ss_T start, ss_F f = ss_F())
{
    for (; first != last; ++first)
        start = f(start, take(first));
    return start;
}
template <class ss_I> value_of<ss_I> reduce(ss_I first, ss_I last)
{
    return thrust::reduce(first, last, value_of<ss_I>(0));
}
template <class ss_I, class ss_U, class ss_T, class ss_F>
ss_T transform_reduce(ss_I first, ss_I last, ss_U unary, ss_T start, ss_F f)
{
    for (; first != last; ++first)
        start = f(start, unary(take(first)));
    return start;
}
template <class ss_I, class ss_J, class ss_T, class ss_F = plus<>, class ss_G = multiplies<>>
ss_T inner_product(ss_I first, ss_I last, ss_J other, ss_T start, ss_F f = ss_F(), ss_G g = ss_G())
{
    for (; first != last; ++first, ++other)
        start = f(start, g(take(first), take(other)));
    return start;
}
template <class ss_I, class ss_P> ptrdiff_t count_if(ss_I first, ss_I last, ss_P wanted)
{
    ptrdiff_t n = 0;
    for (; first != last; ++first)
        n += wanted(take(first)) ? 1 : 0;
    return n;
}
template <class ss_I, class ss_V> ptrdiff_t count(ss_I first, ss_I last, const ss_V &value)
{
    return thrust::count_if(first, last, [&](const value_of<ss_I> &x) { return x == value; });
}
template <class ss_I, class ss_C = less<>>
ss_I min_element(ss_I first, ss_I last, ss_C before = ss_C())
{
    ss_I best = first;
    for (; first != last; ++first)
        if (before(take(first), take(best))) best = first;
    return best;
}
template <class ss_I, class ss_C = less<>>
ss_I max_element(ss_I first, ss_I last, ss_C before = ss_C())
{
    ss_I best = first;
    for (; first != last; ++first)
        if (before(take(best), take(first))) best = first;
    return best;
}
template <class ss_I, class ss_C = less<>>
std::pair<ss_I, ss_I> minmax_element(ss_I first, ss_I last, ss_C before = ss_C())
{
    return std::make_pair(thrust::min_element(first, last, before),
                          thrust::max_element(first, last, before));
}
template <class ss_I, class ss_P> ss_I find_if(ss_I first, ss_I last, ss_P wanted)
{
    while (first != last && !wanted(take(first)))
        ++first;
    return first;
}
template <class ss_I, class ss_V> ss_I find(ss_I first, ss_I last, const ss_V &value)
{
    return thrust::find_if(first, last, [&](const value_of<ss_I> &x) { return x == value; });
}
template <class ss_I, class ss_P> bool any_of(ss_I first, ss_I last, ss_P wanted)
{
    return thrust::find_if(first, last, wanted) != last;
}
template <class ss_I, class ss_P> bool none_of(ss_I first, ss_I last, ss_P wanted)
{
    return !thrust::any_of(first, last, wanted);
}
template <class ss_I, class ss_P> bool all_of(ss_I first, ss_I last, ss_P wanted)
{
    return !thrust::any_of(first, last, [&](const value_of<ss_I> &x) { return !wanted(x); });
}
template <class ss_I, class ss_J, class ss_F = equal_to<>>
bool equal(ss_I first, ss_I last, ss_J other, ss_F same = ss_F())
{
    for (; first != last; ++first, ++other)
        if (!same(take(first), take(other))) return false;
    return true;
}
template <class ss_I, class ss_C = less<>>
bool is_sorted(ss_I first, ss_I last, ss_C before = ss_C())
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    return std::is_sorted(values.begin(), values.end(), before);
}

/* ---- Scans ---- */

template <class ss_I, class ss_O, class ss_F = plus<>>
ss_O inclusive_scan(ss_I first, ss_I last, ss_O out, ss_F f = ss_F())
{
    if (first == last) return out;
    value_of<ss_I> total = take(first);
    put(out, total);
    for (++first, ++out; first != last; ++first, ++out) {
        total = f(total, take(first));
        put(out, total);
    }
    return out;
}
template <class ss_I, class ss_O, class ss_T = value_of<ss_I>, class ss_F = plus<>>
ss_O exclusive_scan(ss_I first, ss_I last, ss_O out, ss_T start = ss_T(0), ss_F f = ss_F())
{
    for (; first != last; ++first, ++out) {
        value_of<ss_I> value = take(first);
        put(out, start);
        start = f(start, value);
    }
    return out;
}
template <class ss_I, class ss_O, class ss_U, class ss_F>
ss_O transform_inclusive_scan(ss_I first, ss_I last, ss_O out, ss_U unary, ss_F f)
{
    return thrust::inclusive_scan(make_transform_iterator(first, unary),
                                  make_transform_iterator(last, unary), out, f);
}
template <class ss_I, class ss_O, class ss_U, class ss_T, class ss_F>
ss_O transform_exclusive_scan(ss_I first, ss_I last, ss_O out, ss_U unary, ss_T start, ss_F f)
{
    return thrust::exclusive_scan(make_transform_iterator(first, unary),
                                  make_transform_iterator(last, unary), out, start, f);
}
template <class ss_K, class ss_I, class ss_O, class ss_E = equal_to<>, class ss_F = plus<>>
ss_O inclusive_scan_by_key(ss_K first, ss_K last, ss_I in, ss_O out, ss_E same = ss_E(),
                           ss_F f = ss_F())
{
    for (bool begin = true; first != last; begin = false) {
        value_of<ss_K> key = take(first);
        value_of<ss_I> total = take(in);
        put(out, total);
        for (++first, ++in, ++out; first != last && same(key, take(first)); ++first, ++in, ++out) {
            key = take(first);
            total = f(total, take(in));
            put(out, total);
        }
        (void)begin;
    }
    return out;
}
template <class ss_I, class ss_O, class ss_F = minus<>>
ss_O adjacent_difference(ss_I first, ss_I last, ss_O out, ss_F f = ss_F())
{
    if (first == last) return out;
    value_of<ss_I> before = take(first);
    put(out, before);
    for (++first, ++out; first != last; ++first, ++out) {
        value_of<ss_I> now = take(first);
        put(out, f(now, before));
        before = now;
    }
    return out;
}

/* ---- Order ---- */

template <class ss_I, class ss_C = less<>>
void stable_sort(ss_I first, ss_I last, ss_C before = ss_C())
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    std::stable_sort(values.begin(), values.end(), before);
    thrust::copy(values.begin(), values.end(), first);
}
template <class ss_I, class ss_C = less<>> void sort(ss_I first, ss_I last, ss_C before = ss_C())
{
    thrust::stable_sort(first, last, before);
}
template <class ss_K, class ss_V, class ss_C = less<>>
void stable_sort_by_key(ss_K first, ss_K last, ss_V values, ss_C before = ss_C())
{
    std::vector<std::pair<value_of<ss_K>, value_of<ss_V>>> pairs;
    ss_V value = values;
    for (ss_K key = first; key != last; ++key, ++value)
        pairs.push_back(std::make_pair(take(key), take(value)));
    std::stable_sort(pairs.begin(), pairs.end(),
                     [&](const auto &a, const auto &b) { return before(a.first, b.first); });
    for (const auto &p : pairs) {
        put(first++, p.first);
        put(values++, p.second);
    }
}
template <class ss_K, class ss_V, class ss_C = less<>>
void sort_by_key(ss_K first, ss_K last, ss_V values, ss_C before = ss_C())
{
    thrust::stable_sort_by_key(first, last, values, before);
}
template <class ss_I> void reverse(ss_I first, ss_I last)
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    thrust::copy(values.rbegin(), values.rend(), first);
}
template <class ss_I, class ss_O> ss_O reverse_copy(ss_I first, ss_I last, ss_O out)
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    return thrust::copy(values.rbegin(), values.rend(), out);
}
template <class ss_I, class ss_J, class ss_O, class ss_C = less<>>
ss_O merge(ss_I first, ss_I last, ss_J other, ss_J other_last, ss_O out, ss_C before = ss_C())
{
    while (first != last || other != other_last) {
        bool second = first == last || (other != other_last && before(take(other), take(first)));
        if (second)
            put(out++, take(other++));
        else
            put(out++, take(first++));
    }
    return out;
}
template <class ss_I, class ss_V, class ss_C = less<>>
ss_I lower_bound(ss_I first, ss_I last, const ss_V &value, ss_C before = ss_C())
{
    for (ptrdiff_t n = last - first; n > 0;) {
        ptrdiff_t half = n / 2;
        if (before(take(first + half), value)) {
            first += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <class ss_I, class ss_V, class ss_C = less<>>
ss_I upper_bound(ss_I first, ss_I last, const ss_V &value, ss_C before = ss_C())
{
    for (ptrdiff_t n = last - first; n > 0;) {
        ptrdiff_t half = n / 2;
        if (!before(value, take(first + half))) {
            first += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <class ss_I, class ss_J, class ss_O, class ss_C = less<>,
          class = typename std::iterator_traits<ss_J>::iterator_category>
ss_O upper_bound(ss_I first, ss_I last, ss_J wanted, ss_J wanted_last, ss_O out,
                 ss_C before = ss_C())
{
    for (; wanted != wanted_last; ++wanted, ++out)
        put(out, thrust::upper_bound(first, last, take(wanted), before) - first);
    return out;
}
template <class ss_I, class ss_J, class ss_O, class ss_C = less<>,
          class = typename std::iterator_traits<ss_J>::iterator_category>
ss_O lower_bound(ss_I first, ss_I last, ss_J wanted, ss_J wanted_last, ss_O out,
                 ss_C before = ss_C())
{
    for (; wanted != wanted_last; ++wanted, ++out)
        put(out, thrust::lower_bound(first, last, take(wanted), before) - first);
    return out;
}
template <class ss_I, class ss_V, class ss_C = less<>>
bool binary_search(ss_I first, ss_I last, const ss_V &value, ss_C before = ss_C())
{
    ss_I at = thrust::lower_bound(first, last, value, before);
    return at != last && !before(value, take(at));
}

/* ---- Selecting and moving ---- */

template <class ss_I, class ss_F = equal_to<>>
ss_I unique(ss_I first, ss_I last, ss_F same = ss_F())
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    auto end = std::unique(values.begin(), values.end(), same);
    return thrust::copy(values.begin(), end, first);
}
template <class ss_I, class ss_O, class ss_F = equal_to<>>
ss_O unique_copy(ss_I first, ss_I last, ss_O out, ss_F same = ss_F())
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    auto end = std::unique(values.begin(), values.end(), same);
    return thrust::copy(values.begin(), end, out);
}
template <class ss_K, class ss_V, class ss_L, class ss_O, class ss_E = equal_to<>,
          class ss_F = plus<>>
std::pair<ss_L, ss_O> reduce_by_key(ss_K first, ss_K last, ss_V values, ss_L keys_out, ss_O out,
                                    ss_E same = ss_E(), ss_F f = ss_F())
{
    while (first != last) {
        value_of<ss_K> key = take(first);
        value_of<ss_V> total = take(values);
        for (++first, ++values; first != last && same(key, take(first)); ++first, ++values)
            total = f(total, take(values));
        put(keys_out++, key);
        put(out++, total);
    }
    return std::make_pair(keys_out, out);
}
template <class ss_K, class ss_V, class ss_E = equal_to<>>
std::pair<ss_K, ss_V> unique_by_key(ss_K first, ss_K last, ss_V values, ss_E same = ss_E())
{
    ss_K keys_out = first;
    ss_V out = values;
    while (first != last) {
        value_of<ss_K> key = take(first);
        value_of<ss_V> value = take(values);
        for (++first, ++values; first != last && same(key, take(first)); ++first, ++values)
            continue;
        put(keys_out++, key);
        put(out++, value);
    }
    return std::make_pair(keys_out, out);
}
template <class ss_I, class ss_P> ss_I remove_if(ss_I first, ss_I last, ss_P unwanted)
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    for (const auto &v : values)
        if (!unwanted(v)) put(first++, v);
    return first;
}
template <class ss_I, class ss_V> ss_I remove(ss_I first, ss_I last, const ss_V &value)
{
    return thrust::remove_if(first, last, [&](const value_of<ss_I> &x) { return x == value; });
}
template <class ss_I, class ss_O, class ss_P>
ss_O remove_copy_if(ss_I first, ss_I last, ss_O out, ss_P unwanted)
{
    for (; first != last; ++first)
        if (!unwanted(take(first))) put(out++, take(first));
    return out;
}
template <class ss_I, class ss_P, class ss_V>
void replace_if(ss_I first, ss_I last, ss_P wanted, const ss_V &value)
{
    for (; first != last; ++first)
        if (wanted(take(first))) put(first, (value_of<ss_I>)value);
}
template <class ss_I, class ss_V>
void replace(ss_I first, ss_I last, const ss_V &old, const ss_V &value)
{
    thrust::replace_if(
        first, last, [&](const value_of<ss_I> &x) { return x == old; }, value);
}
template <class ss_I, class ss_P> ss_I stable_partition(ss_I first, ss_I last, ss_P wanted)
{
    std::vector<value_of<ss_I>> values = gather_all(first, last);
    for (const auto &v : values)
        if (wanted(v)) put(first++, v);
    ss_I middle = first;
    for (const auto &v : values)
        if (!wanted(v)) put(first++, v);
    return middle;
}
template <class ss_I, class ss_P> ss_I partition(ss_I first, ss_I last, ss_P wanted)
{
    return thrust::stable_partition(first, last, wanted);
}
template <class ss_M, class ss_I, class ss_O>
ss_O gather(ss_M map, ss_M map_last, ss_I in, ss_O out)
{
    for (; map != map_last; ++map, ++out)
        put(out, take(in + take(map)));
    return out;
}
template <class ss_I, class ss_M, class ss_O>
void scatter(ss_I first, ss_I last, ss_M map, ss_O out)
{
    for (; first != last; ++first, ++map)
        put(out + take(map), take(first));
}
template <class ss_I, class ss_J> ss_J swap_ranges(ss_I first, ss_I last, ss_J other)
{
    for (; first != last; ++first, ++other) {
        value_of<ss_I> a = take(first);
        put(first, take(other));
        put(other, a);
    }
    return other;
}

/* Each of them with a policy in front. */
#define SS_POLICY(name)                                                                            \
    template <class ss_P, class... ss_A,                                                           \
              class = typename std::enable_if<                                                     \
                  std::is_base_of<execution_policy_base, ss_P>::value>::type>                      \
    auto name(const ss_P &, ss_A &&...a)                                                           \
    {                                                                                              \
        return thrust::name(static_cast<ss_A &&>(a)...);                                           \
    }
SS_POLICY(copy)
SS_POLICY(copy_n)
SS_POLICY(copy_if) SS_POLICY(fill) SS_POLICY(fill_n) SS_POLICY(sequence) SS_POLICY(tabulate)
    SS_POLICY(generate) SS_POLICY(transform) SS_POLICY(transform_if) SS_POLICY(for_each)
        SS_POLICY(for_each_n) SS_POLICY(reduce) SS_POLICY(transform_reduce) SS_POLICY(inner_product)
            SS_POLICY(count_if) SS_POLICY(count) SS_POLICY(min_element) SS_POLICY(max_element)
                SS_POLICY(minmax_element) SS_POLICY(find_if) SS_POLICY(find) SS_POLICY(any_of)
                    SS_POLICY(none_of) SS_POLICY(all_of) SS_POLICY(equal) SS_POLICY(is_sorted)
                        SS_POLICY(inclusive_scan) SS_POLICY(exclusive_scan) SS_POLICY(
                            transform_inclusive_scan) SS_POLICY(transform_exclusive_scan)
                            SS_POLICY(inclusive_scan_by_key) SS_POLICY(adjacent_difference)
                                SS_POLICY(stable_sort) SS_POLICY(sort) SS_POLICY(stable_sort_by_key)
                                    SS_POLICY(sort_by_key) SS_POLICY(reverse) SS_POLICY(merge)
                                        SS_POLICY(lower_bound) SS_POLICY(upper_bound) SS_POLICY(
                                            binary_search) SS_POLICY(unique) SS_POLICY(unique_copy)
                                            SS_POLICY(reduce_by_key) SS_POLICY(unique_by_key)
                                                SS_POLICY(remove_if) SS_POLICY(remove)
                                                    SS_POLICY(replace_if) SS_POLICY(replace)
                                                        SS_POLICY(stable_partition)
                                                            SS_POLICY(partition) SS_POLICY(gather)
                                                                SS_POLICY(scatter)
                                                                    SS_POLICY(swap_ranges)
#undef SS_POLICY
} // namespace thrust

#endif
