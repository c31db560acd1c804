/* thrust_algorithms.h - the algorithms of Thrust, element by element on the host. */
#ifndef SYNCSTEP_THRUST_ALGORITHMS_H
#define SYNCSTEP_THRUST_ALGORITHMS_H

#include "thrust.h"

namespace thrust {

using std::distance;
template <class I> void advance(I &i, ptrdiff_t n)
{
    i += n;
}
using std::max;
using std::min;

template <class I, class O> O copy(I first, I last, O out)
{
    for (; first != last; ++first, ++out)
        put(out, (value_of<O>)take(first));
    return out;
}
template <class I, class O> O copy_n(I first, size_t n, O out)
{
    return thrust::copy(first, first + n, out);
}
template <class I, class O, class P> O copy_if(I first, I last, O out, P wanted)
{
    for (; first != last; ++first)
        if (wanted(take(first))) put(out++, take(first));
    return out;
}
template <class I, class S, class O, class P> O copy_if(I first, I last, S stencil, O out, P wanted)
{
    for (; first != last; ++first, ++stencil)
        if (wanted(take(stencil))) put(out++, take(first));
    return out;
}
template <class I, class V> void fill(I first, I last, const V &value)
{
    for (; first != last; ++first)
        put(first, (value_of<I>)value);
}
template <class I, class V> I fill_n(I first, size_t n, const V &value)
{
    thrust::fill(first, first + n, value);
    return first + n;
}
template <class I, class V = value_of<I>, class S = value_of<I>>
void sequence(I first, I last, V start = V(0), S step = S(1))
{
    for (; first != last; ++first, start = (V)(start + step))
        put(first, (value_of<I>)start);
}
template <class I, class F> void tabulate(I first, I last, F f)
{
    for (ptrdiff_t i = 0; first != last; ++first, ++i)
        put(first, f(i));
}
template <class I, class F> void generate(I first, I last, F f)
{
    for (; first != last; ++first)
        put(first, f());
}
template <class I, class F> I generate_n(I first, size_t n, F f)
{
    thrust::generate(first, first + n, f);
    return first + n;
}
template <class I, class O, class F> O transform(I first, I last, O out, F f)
{
    for (; first != last; ++first, ++out)
        put(out, (value_of<O>)f(take(first)));
    return out;
}
template <class I, class J, class O, class F> O transform(I first, I last, J other, O out, F f)
{
    for (; first != last; ++first, ++other, ++out)
        put(out, (value_of<O>)f(take(first), take(other)));
    return out;
}
template <class I, class O, class F, class P> O transform_if(I first, I last, O out, F f, P wanted)
{
    for (; first != last; ++first, ++out)
        if (wanted(take(first))) put(out, f(take(first)));
    return out;
}

/* A functor that changes its element changes a copy, which is put back. */
template <class V, class F> void call_on(V &value, F &f)
{
    f(value);
}
template <class... V, class F> void call_on(std::tuple<V...> &values, F &f)
{
    f(std::apply([](V &...v) { return std::tuple<V &...>(v...); }, values));
}
template <class R> struct writable : std::true_type {
};
template <class I>
using can_put = std::bool_constant<
    !std::is_same<typename std::iterator_traits<I>::reference, value_of<I>>::value &&
    !std::is_const<std::remove_reference_t<typename std::iterator_traits<I>::reference>>::value>;
template <class I, class F> I for_each(I first, I last, F f)
{
    for (; first != last; ++first) {
        value_of<I> value = take(first);
        call_on(value, f);
        if constexpr (can_put<I>::value) put(first, value);
    }
    return first;
}
template <class I, class F> I for_each_n(I first, size_t n, F f)
{
    return thrust::for_each(first, first + n, f);
}

/* ---- Reductions ---- */

template <class I, class T, class F = plus<>> T reduce(I first, I last, T start, F f = F())
{
    for (; first != last; ++first)
        start = f(start, take(first));
    return start;
}
template <class I> value_of<I> reduce(I first, I last)
{
    return thrust::reduce(first, last, value_of<I>(0));
}
template <class I, class U, class T, class F>
T transform_reduce(I first, I last, U unary, T start, F f)
{
    for (; first != last; ++first)
        start = f(start, unary(take(first)));
    return start;
}
template <class I, class J, class T, class F = plus<>, class G = multiplies<>>
T inner_product(I first, I last, J other, T start, F f = F(), G g = G())
{
    for (; first != last; ++first, ++other)
        start = f(start, g(take(first), take(other)));
    return start;
}
template <class I, class P> ptrdiff_t count_if(I first, I last, P wanted)
{
    ptrdiff_t n = 0;
    for (; first != last; ++first)
        n += wanted(take(first)) ? 1 : 0;
    return n;
}
template <class I, class V> ptrdiff_t count(I first, I last, const V &value)
{
    return thrust::count_if(first, last, [&](const value_of<I> &x) { return x == value; });
}
template <class I, class C = less<>> I min_element(I first, I last, C before = C())
{
    I best = first;
    for (; first != last; ++first)
        if (before(take(first), take(best))) best = first;
    return best;
}
template <class I, class C = less<>> I max_element(I first, I last, C before = C())
{
    I best = first;
    for (; first != last; ++first)
        if (before(take(best), take(first))) best = first;
    return best;
}
template <class I, class C = less<>> std::pair<I, I> minmax_element(I first, I last, C before = C())
{
    return std::make_pair(thrust::min_element(first, last, before), thrust::max_element(first, last, before));
}
template <class I, class P> I find_if(I first, I last, P wanted)
{
    while (first != last && !wanted(take(first)))
        ++first;
    return first;
}
template <class I, class V> I find(I first, I last, const V &value)
{
    return thrust::find_if(first, last, [&](const value_of<I> &x) { return x == value; });
}
template <class I, class P> bool any_of(I first, I last, P wanted)
{
    return thrust::find_if(first, last, wanted) != last;
}
template <class I, class P> bool none_of(I first, I last, P wanted)
{
    return !thrust::any_of(first, last, wanted);
}
template <class I, class P> bool all_of(I first, I last, P wanted)
{
    return !thrust::any_of(first, last, [&](const value_of<I> &x) { return !wanted(x); });
}
template <class I, class J, class F = equal_to<>> bool equal(I first, I last, J other, F same = F())
{
    for (; first != last; ++first, ++other)
        if (!same(take(first), take(other))) return false;
    return true;
}
template <class I, class C = less<>> bool is_sorted(I first, I last, C before = C())
{
    std::vector<value_of<I>> values = gather_all(first, last);
    return std::is_sorted(values.begin(), values.end(), before);
}

/* ---- Scans ---- */

template <class I, class O, class F = plus<>> O inclusive_scan(I first, I last, O out, F f = F())
{
    if (first == last) return out;
    value_of<I> total = take(first);
    put(out, total);
    for (++first, ++out; first != last; ++first, ++out) {
        total = f(total, take(first));
        put(out, total);
    }
    return out;
}
template <class I, class O, class T = value_of<I>, class F = plus<>>
O exclusive_scan(I first, I last, O out, T start = T(0), F f = F())
{
    for (; first != last; ++first, ++out) {
        value_of<I> value = take(first);
        put(out, start);
        start = f(start, value);
    }
    return out;
}
template <class I, class O, class U, class F>
O transform_inclusive_scan(I first, I last, O out, U unary, F f)
{
    return thrust::inclusive_scan(make_transform_iterator(first, unary),
                          make_transform_iterator(last, unary), out, f);
}
template <class I, class O, class U, class T, class F>
O transform_exclusive_scan(I first, I last, O out, U unary, T start, F f)
{
    return thrust::exclusive_scan(make_transform_iterator(first, unary),
                          make_transform_iterator(last, unary), out, start, f);
}
template <class K, class I, class O, class E = equal_to<>, class F = plus<>>
O inclusive_scan_by_key(K first, K last, I in, O out, E same = E(), F f = F())
{
    for (bool begin = true; first != last; begin = false) {
        value_of<K> key = take(first);
        value_of<I> total = take(in);
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
template <class I, class O, class F = minus<>>
O adjacent_difference(I first, I last, O out, F f = F())
{
    if (first == last) return out;
    value_of<I> before = take(first);
    put(out, before);
    for (++first, ++out; first != last; ++first, ++out) {
        value_of<I> now = take(first);
        put(out, f(now, before));
        before = now;
    }
    return out;
}

/* ---- Order ---- */

template <class I, class C = less<>> void stable_sort(I first, I last, C before = C())
{
    std::vector<value_of<I>> values = gather_all(first, last);
    std::stable_sort(values.begin(), values.end(), before);
    thrust::copy(values.begin(), values.end(), first);
}
template <class I, class C = less<>> void sort(I first, I last, C before = C())
{
    thrust::stable_sort(first, last, before);
}
template <class K, class V, class C = less<>>
void stable_sort_by_key(K first, K last, V values, C before = C())
{
    std::vector<std::pair<value_of<K>, value_of<V>>> pairs;
    V value = values;
    for (K key = first; key != last; ++key, ++value)
        pairs.push_back(std::make_pair(take(key), take(value)));
    std::stable_sort(pairs.begin(), pairs.end(),
                     [&](const auto &a, const auto &b) { return before(a.first, b.first); });
    for (const auto &p : pairs) {
        put(first++, p.first);
        put(values++, p.second);
    }
}
template <class K, class V, class C = less<>>
void sort_by_key(K first, K last, V values, C before = C())
{
    thrust::stable_sort_by_key(first, last, values, before);
}
template <class I> void reverse(I first, I last)
{
    std::vector<value_of<I>> values = gather_all(first, last);
    thrust::copy(values.rbegin(), values.rend(), first);
}
template <class I, class O> O reverse_copy(I first, I last, O out)
{
    std::vector<value_of<I>> values = gather_all(first, last);
    return thrust::copy(values.rbegin(), values.rend(), out);
}
template <class I, class J, class O, class C = less<>>
O merge(I first, I last, J other, J other_last, O out, C before = C())
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
template <class I, class V, class C = less<>>
I lower_bound(I first, I last, const V &value, C before = C())
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
template <class I, class V, class C = less<>>
I upper_bound(I first, I last, const V &value, C before = C())
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
template <class I, class J, class O, class C = less<>,
          class = typename std::iterator_traits<J>::iterator_category>
O upper_bound(I first, I last, J wanted, J wanted_last, O out, C before = C())
{
    for (; wanted != wanted_last; ++wanted, ++out)
        put(out, thrust::upper_bound(first, last, take(wanted), before) - first);
    return out;
}
template <class I, class J, class O, class C = less<>,
          class = typename std::iterator_traits<J>::iterator_category>
O lower_bound(I first, I last, J wanted, J wanted_last, O out, C before = C())
{
    for (; wanted != wanted_last; ++wanted, ++out)
        put(out, thrust::lower_bound(first, last, take(wanted), before) - first);
    return out;
}
template <class I, class V, class C = less<>>
bool binary_search(I first, I last, const V &value, C before = C())
{
    I at = thrust::lower_bound(first, last, value, before);
    return at != last && !before(value, take(at));
}

/* ---- Selecting and moving ---- */

template <class I, class F = equal_to<>> I unique(I first, I last, F same = F())
{
    std::vector<value_of<I>> values = gather_all(first, last);
    auto end = std::unique(values.begin(), values.end(), same);
    return thrust::copy(values.begin(), end, first);
}
template <class I, class O, class F = equal_to<>>
O unique_copy(I first, I last, O out, F same = F())
{
    std::vector<value_of<I>> values = gather_all(first, last);
    auto end = std::unique(values.begin(), values.end(), same);
    return thrust::copy(values.begin(), end, out);
}
template <class K, class V, class L, class O, class E = equal_to<>, class F = plus<>>
std::pair<L, O> reduce_by_key(K first, K last, V values, L keys_out, O out, E same = E(), F f = F())
{
    while (first != last) {
        value_of<K> key = take(first);
        value_of<V> total = take(values);
        for (++first, ++values; first != last && same(key, take(first)); ++first, ++values)
            total = f(total, take(values));
        put(keys_out++, key);
        put(out++, total);
    }
    return std::make_pair(keys_out, out);
}
template <class K, class V, class E = equal_to<>>
std::pair<K, V> unique_by_key(K first, K last, V values, E same = E())
{
    K keys_out = first;
    V out = values;
    while (first != last) {
        value_of<K> key = take(first);
        value_of<V> value = take(values);
        for (++first, ++values; first != last && same(key, take(first)); ++first, ++values)
            continue;
        put(keys_out++, key);
        put(out++, value);
    }
    return std::make_pair(keys_out, out);
}
template <class I, class P> I remove_if(I first, I last, P unwanted)
{
    std::vector<value_of<I>> values = gather_all(first, last);
    for (const auto &v : values)
        if (!unwanted(v)) put(first++, v);
    return first;
}
template <class I, class V> I remove(I first, I last, const V &value)
{
    return thrust::remove_if(first, last, [&](const value_of<I> &x) { return x == value; });
}
template <class I, class O, class P> O remove_copy_if(I first, I last, O out, P unwanted)
{
    for (; first != last; ++first)
        if (!unwanted(take(first))) put(out++, take(first));
    return out;
}
template <class I, class P, class V> void replace_if(I first, I last, P wanted, const V &value)
{
    for (; first != last; ++first)
        if (wanted(take(first))) put(first, (value_of<I>)value);
}
template <class I, class V> void replace(I first, I last, const V &old, const V &value)
{
    thrust::replace_if(
        first, last, [&](const value_of<I> &x) { return x == old; }, value);
}
template <class I, class P> I stable_partition(I first, I last, P wanted)
{
    std::vector<value_of<I>> values = gather_all(first, last);
    for (const auto &v : values)
        if (wanted(v)) put(first++, v);
    I middle = first;
    for (const auto &v : values)
        if (!wanted(v)) put(first++, v);
    return middle;
}
template <class I, class P> I partition(I first, I last, P wanted)
{
    return thrust::stable_partition(first, last, wanted);
}
template <class M, class I, class O> O gather(M map, M map_last, I in, O out)
{
    for (; map != map_last; ++map, ++out)
        put(out, take(in + take(map)));
    return out;
}
template <class I, class M, class O> void scatter(I first, I last, M map, O out)
{
    for (; first != last; ++first, ++map)
        put(out + take(map), take(first));
}
template <class I, class J> J swap_ranges(I first, I last, J other)
{
    for (; first != last; ++first, ++other) {
        value_of<I> a = take(first);
        put(first, take(other));
        put(other, a);
    }
    return other;
}

/* Each of them with a policy in front. */
#define SS_POLICY(name)                                                                            \
    template <class P, class... A,                                                                 \
              class =                                                                              \
                  typename std::enable_if<std::is_base_of<execution_policy_base, P>::value>::type> \
    auto name(const P &, A &&...a)                                                                 \
    {                                                                                              \
        return thrust::name(static_cast<A &&>(a)...);                                              \
    }
SS_POLICY(copy)
SS_POLICY(copy_n) SS_POLICY(copy_if) SS_POLICY(fill) SS_POLICY(fill_n) SS_POLICY(sequence)
    SS_POLICY(tabulate) SS_POLICY(generate) SS_POLICY(transform) SS_POLICY(transform_if) SS_POLICY(
        for_each) SS_POLICY(for_each_n) SS_POLICY(reduce) SS_POLICY(transform_reduce)
        SS_POLICY(inner_product) SS_POLICY(count_if) SS_POLICY(count) SS_POLICY(min_element)
            SS_POLICY(max_element) SS_POLICY(minmax_element) SS_POLICY(find_if) SS_POLICY(find)
                SS_POLICY(any_of) SS_POLICY(none_of) SS_POLICY(all_of) SS_POLICY(equal)
                    SS_POLICY(is_sorted) SS_POLICY(inclusive_scan) SS_POLICY(exclusive_scan)
                        SS_POLICY(transform_inclusive_scan) SS_POLICY(transform_exclusive_scan)
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
