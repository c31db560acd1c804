/* thrust.h - vectors, pointers and iterators of Thrust.
 *
 * Everything runs on the host, one element after the other, out of the trace: what a functor is
 * given are copies of the elements, so that the host's code never touches device memory itself. */
#ifndef SYNCSTEP_THRUST_H
#define SYNCSTEP_THRUST_H

#include "../cuda_runtime.h"

#include <algorithm>
#include <complex>
#include <iostream>
#include <iterator>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/* The algorithms write device memory unseen: src/emulator/unset.h. */
extern "C" __attribute__((weak)) const char ss_unseen_writes;
const char ss_unseen_writes = 1;

#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0

namespace thrust {

using std::complex;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::swap;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

/* ---- Policies ---- */

struct execution_policy_base {};
struct host_policy : execution_policy_base {};
struct device_policy : execution_policy_base {
    template <class ss_S> const device_policy &on(ss_S) const
    {
        return *this;
    }
    template <class ss_A> const device_policy &operator()(const ss_A &) const
    {
        return *this;
    }
};
struct sequential_policy : execution_policy_base {};
static const host_policy host;
static const device_policy device;
static const sequential_policy seq;
namespace cuda {
static const device_policy par;
static const device_policy par_nosync;
} // namespace cuda
namespace system {
namespace cuda {
static const device_policy par;
struct error_category_tag {};
} // namespace cuda
class system_error : public std::runtime_error {
  public:
    system_error(int code, const std::string &text) : std::runtime_error(text), number(code) {}
    int number;
};
} // namespace system
using system::system_error;

/* ---- Memory of the device ---- */

template <class ss_T> class device_ptr;

template <class ss_T> class device_reference {
  public:
    typedef ss_T value_type;
    SS_INLINE explicit device_reference(ss_T *p) : pointer(p) {}
    device_reference(const device_reference &) = default;
    SS_INLINE operator ss_T() const
    {
        return syncstep::quiet_load(pointer);
    }
    SS_INLINE const device_reference &operator=(const ss_T &value) const
    {
        syncstep::quiet_store(pointer, value);
        return *this;
    }
    SS_INLINE const device_reference &operator=(const device_reference &other) const
    {
        return *this = (ss_T)other;
    }
    SS_INLINE device_ptr<ss_T> operator&() const;
    template <class ss_V> const device_reference &operator+=(const ss_V &v) const
    {
        return *this = (ss_T) * this + v;
    }
    template <class ss_V> const device_reference &operator-=(const ss_V &v) const
    {
        return *this = (ss_T) * this - v;
    }
    template <class ss_V> const device_reference &operator*=(const ss_V &v) const
    {
        return *this = (ss_T) * this * v;
    }
    const device_reference &operator++() const
    {
        return *this = (ss_T) * this + 1;
    }

  private:
    ss_T *pointer;
};
template <class ss_S, class ss_T> ss_S &operator<<(ss_S &stream, const device_reference<ss_T> &r)
{
    stream << (ss_T)r;
    return stream;
}

template <class ss_T> class device_ptr {
  public:
    typedef typename std::remove_const<ss_T>::type value_type;
    typedef device_reference<ss_T> reference;
    typedef ss_T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    SS_INLINE device_ptr(ss_T *p = nullptr) : raw(p) {}
    template <class ss_U,
              class = typename std::enable_if<std::is_convertible<ss_U *, ss_T *>::value>::type>
    SS_INLINE device_ptr(const device_ptr<ss_U> &other) : raw(other.get())
    {
    }
    SS_INLINE ss_T *get() const
    {
        return raw;
    }
    SS_INLINE device_reference<ss_T> operator*() const
    {
        return device_reference<ss_T>(raw);
    }
    SS_INLINE device_reference<ss_T> operator[](ptrdiff_t i) const
    {
        return device_reference<ss_T>(raw + i);
    }
    SS_INLINE device_ptr &operator++()
    {
        return ++raw, *this;
    }
    SS_INLINE device_ptr operator++(int)
    {
        return device_ptr(raw++);
    }
    SS_INLINE device_ptr &operator--()
    {
        return --raw, *this;
    }
    SS_INLINE device_ptr operator--(int)
    {
        return device_ptr(raw--);
    }
    SS_INLINE device_ptr &operator+=(ptrdiff_t n)
    {
        return raw += n, *this;
    }
    SS_INLINE device_ptr &operator-=(ptrdiff_t n)
    {
        return raw -= n, *this;
    }
    SS_INLINE device_ptr operator+(ptrdiff_t n) const
    {
        return device_ptr(raw + n);
    }
    SS_INLINE device_ptr operator-(ptrdiff_t n) const
    {
        return device_ptr(raw - n);
    }
    SS_INLINE ptrdiff_t operator-(const device_ptr &o) const
    {
        return raw - o.raw;
    }
    SS_INLINE bool operator==(const device_ptr &o) const
    {
        return raw == o.raw;
    }
    SS_INLINE bool operator!=(const device_ptr &o) const
    {
        return raw != o.raw;
    }
    SS_INLINE bool operator<(const device_ptr &o) const
    {
        return raw < o.raw;
    }
    explicit operator bool() const
    {
        return raw != nullptr;
    }

  private:
    ss_T *raw;
};
template <class ss_T> SS_INLINE device_ptr<ss_T> device_reference<ss_T>::operator&() const
{
    return device_ptr<ss_T>(pointer);
}

template <class ss_T> SS_INLINE ss_T *raw_pointer_cast(ss_T *p)
{
    return p;
}
template <class ss_T> SS_INLINE ss_T *raw_pointer_cast(const device_ptr<ss_T> &p)
{
    return p.get();
}
template <class ss_T> SS_INLINE device_ptr<ss_T> device_pointer_cast(ss_T *p)
{
    return device_ptr<ss_T>(p);
}
template <class ss_T> SS_INLINE device_ptr<ss_T> device_pointer_cast(const device_ptr<ss_T> &p)
{
    return p;
}
template <class ss_T> SS_INLINE ss_T &raw_reference_cast(ss_T &r)
{
    return r;
}
template <class ss_T> device_ptr<ss_T> device_malloc(size_t count)
{
    void *p = nullptr;
    if (cudaMalloc(&p, count * sizeof(ss_T)) != cudaSuccess) throw std::bad_alloc();
    return device_ptr<ss_T>((ss_T *)p);
}
template <class ss_T> void device_free(device_ptr<ss_T> p)
{
    cudaFree((void *)p.get());
}
template <class ss_T> struct device_malloc_allocator {
    typedef ss_T value_type;
};
template <class ss_T> struct device_allocator {
    typedef ss_T value_type;
};

/* ---- Elements as values ---- */

template <class ss_I> struct iterator_value {
    typedef typename std::iterator_traits<ss_I>::value_type type;
};
template <class ss_I> using value_of = typename iterator_value<ss_I>::type;
template <class ss_I> using iterator_value_t = value_of<ss_I>;
template <class ss_I> struct iterator_traits : std::iterator_traits<ss_I> {
};

template <class ss_I> SS_QUIET __attribute__((noinline)) value_of<ss_I> take(const ss_I &i)
{
    return (value_of<ss_I>)*i;
}
template <class ss_I, class ss_V>
SS_QUIET __attribute__((noinline)) void put(const ss_I &i, const ss_V &value)
{
    if constexpr (std::is_void<value_of<ss_I>>::value)
        *ss_I(i) = value; /* std::ostream_iterator, std::back_inserter: they have no elements */
    else
        *i = value;
}
/* As what lies behind the iterator, where anything does. */
template <class ss_I, class ss_V> SS_INLINE auto converted(const ss_V &value)
{
    if constexpr (std::is_void<value_of<ss_I>>::value)
        return value;
    else
        return (value_of<ss_I>)value;
}
template <class ss_I> std::vector<value_of<ss_I>> gather_all(ss_I first, ss_I last)
{
    std::vector<value_of<ss_I>> values;
    for (; first != last; ++first)
        values.push_back(take(first));
    return values;
}

/* ---- Vectors ---- */

template <class ss_T> class device_vector;

template <class ss_T> class host_vector : public std::vector<ss_T> {
  public:
    using std::vector<ss_T>::vector;
    host_vector() = default;
    host_vector(const std::vector<ss_T> &other) : std::vector<ss_T>(other) {}
    template <class ss_U> host_vector(const device_vector<ss_U> &other)
    {
        *this = other;
    }
    template <class ss_U> host_vector &operator=(const device_vector<ss_U> &other)
    {
        std::vector<ss_U> values = gather_all(other.begin(), other.end());
        this->assign(values.begin(), values.end());
        return *this;
    }
};

template <class ss_T> class device_vector {
  public:
    typedef ss_T value_type;
    typedef size_t size_type;
    typedef device_ptr<ss_T> pointer, iterator;
    typedef device_ptr<const ss_T> const_pointer, const_iterator;
    typedef device_reference<ss_T> reference;
    typedef ss_T const_reference;

    device_vector() = default;
    explicit device_vector(size_t n, const ss_T &value = ss_T())
    {
        resize(n, value);
    }
    device_vector(const device_vector &other)
    {
        copy_from(other.begin(), other.end());
    }
    device_vector(device_vector &&other) noexcept
    {
        swap(other);
    }
    device_vector(std::initializer_list<ss_T> list)
    {
        copy_from(list.begin(), list.end());
    }
    template <class ss_U> device_vector(const device_vector<ss_U> &o)
    {
        copy_from(o.begin(), o.end());
    }
    template <class ss_U> device_vector(const std::vector<ss_U> &o)
    {
        copy_from(o.begin(), o.end());
    }
    template <class ss_I, class = typename std::iterator_traits<ss_I>::iterator_category>
    device_vector(ss_I first, ss_I last)
    {
        copy_from(first, last);
    }
    ~device_vector()
    {
        clear_all();
    }
    device_vector &operator=(const device_vector &other)
    {
        if (this != &other) copy_from(other.begin(), other.end());
        return *this;
    }
    device_vector &operator=(device_vector &&other) noexcept
    {
        swap(other);
        return *this;
    }
    template <class ss_U> device_vector &operator=(const std::vector<ss_U> &o)
    {
        copy_from(o.begin(), o.end());
        return *this;
    }
    template <class ss_U> device_vector &operator=(const device_vector<ss_U> &o)
    {
        copy_from(o.begin(), o.end());
        return *this;
    }
    template <class ss_I> void assign(ss_I first, ss_I last)
    {
        copy_from(first, last);
    }
    void assign(size_t n, const ss_T &value)
    {
        count = 0;
        resize(n, value);
    }
    size_t size() const
    {
        return count;
    }
    size_t capacity() const
    {
        return room;
    }
    bool empty() const
    {
        return count == 0;
    }
    pointer data()
    {
        return pointer(memory);
    }
    const_pointer data() const
    {
        return const_pointer(memory);
    }
    iterator begin()
    {
        return iterator(memory);
    }
    iterator end()
    {
        return iterator(memory + count);
    }
    const_iterator begin() const
    {
        return const_iterator(memory);
    }
    const_iterator end() const
    {
        return const_iterator(memory + count);
    }
    const_iterator cbegin() const
    {
        return begin();
    }
    const_iterator cend() const
    {
        return end();
    }
    reference operator[](size_t i)
    {
        return reference(memory + i);
    }
    ss_T operator[](size_t i) const
    {
        return syncstep::quiet_load(memory + i);
    }
    reference front()
    {
        return (*this)[0];
    }
    reference back()
    {
        return (*this)[count - 1];
    }
    void reserve(size_t n)
    {
        if (n <= room) return;
        device_ptr<ss_T> bigger = device_malloc<ss_T>(n);
        for (size_t i = 0; i < count; i++)
            put(bigger + i, take(begin() + i));
        cudaFree(memory);
        memory = bigger.get();
        room = n;
    }
    void resize(size_t n, const ss_T &value = ss_T())
    {
        reserve(n);
        for (size_t i = count; i < n; i++)
            put(begin() + i, value);
        count = n;
    }
    void push_back(const ss_T &value)
    {
        if (count == room) reserve(room ? 2 * room : 8);
        put(begin() + count++, value);
    }
    void pop_back()
    {
        count--;
    }
    void clear()
    {
        count = 0;
    }
    void shrink_to_fit() {}
    iterator erase(iterator first, iterator last)
    {
        iterator to = first;
        for (iterator i = last; i != end(); ++i, ++to)
            put(to, take(i));
        count -= last - first;
        return first;
    }
    void swap(device_vector &other)
    {
        std::swap(memory, other.memory);
        std::swap(count, other.count);
        std::swap(room, other.room);
    }

  private:
    template <class ss_I> void copy_from(ss_I first, ss_I last)
    {
        size_t n = (size_t)std::distance(first, last);
        count = 0;
        reserve(n);
        for (; first != last; ++first)
            put(begin() + count++, (ss_T)take(first));
    }
    void clear_all()
    {
        if (memory) cudaFree(memory);
        memory = nullptr;
        count = room = 0;
    }
    ss_T *memory = nullptr;
    size_t count = 0, room = 0;
};
template <class ss_T> bool operator==(const device_vector<ss_T> &a, const device_vector<ss_T> &b)
{
    return gather_all(a.begin(), a.end()) == gather_all(b.begin(), b.end());
}
template <class ss_T> using universal_vector = device_vector<ss_T>;

/* ---- Iterators ---- */

template <class ss_D, class ss_V, class ss_R> struct counted_iterator {
    typedef ss_V value_type;
    typedef ss_R reference;
    typedef ss_V *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    ss_D &self()
    {
        return static_cast<ss_D &>(*this);
    }
    const ss_D &self() const
    {
        return static_cast<const ss_D &>(*this);
    }
    ss_D &operator++()
    {
        return self().move(1), self();
    }
    ss_D &operator--()
    {
        return self().move(-1), self();
    }
    ss_D operator++(int)
    {
        ss_D old = self();
        self().move(1);
        return old;
    }
    ss_D &operator+=(ptrdiff_t n)
    {
        return self().move(n), self();
    }
    ss_D &operator-=(ptrdiff_t n)
    {
        return self().move(-n), self();
    }
    ss_D operator+(ptrdiff_t n) const
    {
        ss_D moved = self();
        moved.move(n);
        return moved;
    }
    ss_D operator-(ptrdiff_t n) const
    {
        return *this + -n;
    }
    ptrdiff_t operator-(const ss_D &o) const
    {
        return self().distance(o);
    }
    bool operator==(const ss_D &o) const
    {
        return self().distance(o) == 0;
    }
    bool operator!=(const ss_D &o) const
    {
        return self().distance(o) != 0;
    }
    bool operator<(const ss_D &o) const
    {
        return self().distance(o) < 0;
    }
    ss_R operator[](ptrdiff_t n) const
    {
        return *(*this + n);
    }
};

template <class ss_T, class... ss_Unused>
struct counting_iterator : counted_iterator<counting_iterator<ss_T, ss_Unused...>, ss_T, ss_T> {
    explicit counting_iterator(ss_T v = ss_T()) : value(v) {}
    ss_T operator*() const
    {
        return value;
    }
    void move(ptrdiff_t n)
    {
        value = (ss_T)(value + (ss_T)n);
    }
    ptrdiff_t distance(const counting_iterator &o) const
    {
        return (ptrdiff_t)value - (ptrdiff_t)o.value;
    }
    ss_T value;
};
template <class ss_T> counting_iterator<ss_T> make_counting_iterator(ss_T v)
{
    return counting_iterator<ss_T>(v);
}

template <class ss_T, class... ss_Unused>
struct constant_iterator : counted_iterator<constant_iterator<ss_T, ss_Unused...>, ss_T, ss_T> {
    explicit constant_iterator(ss_T v, ptrdiff_t n = 0) : value(v), at(n) {}
    ss_T operator*() const
    {
        return value;
    }
    void move(ptrdiff_t n)
    {
        at += n;
    }
    ptrdiff_t distance(const constant_iterator &o) const
    {
        return at - o.at;
    }
    ss_T value;
    ptrdiff_t at;
};
template <class ss_T> constant_iterator<ss_T> make_constant_iterator(ss_T v)
{
    return constant_iterator<ss_T>(v);
}

template <class ss_F, class ss_I,
          class ss_V = typename std::decay<decltype(std::declval<ss_F>()(
              std::declval<value_of<ss_I>>()))>::type,
          class... ss_Unused>
struct transform_iterator
    : counted_iterator<transform_iterator<ss_F, ss_I, ss_V, ss_Unused...>, ss_V, ss_V> {
    transform_iterator(ss_I i, ss_F f) : base(i), function(f) {}
    ss_V operator*() const
    {
        return function(take(base));
    }
    void move(ptrdiff_t n)
    {
        base += n;
    }
    ptrdiff_t distance(const transform_iterator &o) const
    {
        return base - o.base;
    }
    ss_I base;
    ss_F function;
};
template <class ss_F, class ss_I>
transform_iterator<ss_F, ss_I> make_transform_iterator(ss_I i, ss_F f)
{
    return transform_iterator<ss_F, ss_I>(i, f);
}

template <class ss_E, class ss_M>
struct permutation_iterator : counted_iterator<permutation_iterator<ss_E, ss_M>, value_of<ss_E>,
                                               typename std::iterator_traits<ss_E>::reference> {
    permutation_iterator(ss_E e, ss_M m) : elements(e), map(m) {}
    typename std::iterator_traits<ss_E>::reference operator*() const
    {
        return *(elements + take(map));
    }
    void move(ptrdiff_t n)
    {
        map += n;
    }
    ptrdiff_t distance(const permutation_iterator &o) const
    {
        return map - o.map;
    }
    ss_E elements;
    ss_M map;
};
template <class ss_E, class ss_M>
permutation_iterator<ss_E, ss_M> make_permutation_iterator(ss_E e, ss_M m)
{
    return permutation_iterator<ss_E, ss_M>(e, m);
}

struct discard_iterator : counted_iterator<discard_iterator, int, const discard_iterator &> {
    const discard_iterator &operator*() const
    {
        return *this;
    }
    template <class ss_V> const discard_iterator &operator=(const ss_V &) const
    {
        return *this;
    }
    void move(ptrdiff_t n)
    {
        at += n;
    }
    ptrdiff_t distance(const discard_iterator &o) const
    {
        return at - o.at;
    }
    ptrdiff_t at = 0;
};
inline discard_iterator make_discard_iterator()
{
    return discard_iterator();
}

/* Of a zip iterator one takes a tuple of values, and puts one back. */
template <class... ss_I> struct zip_reference {
    std::tuple<ss_I...> at;
    operator std::tuple<value_of<ss_I>...>() const
    {
        return std::apply(
            [](const ss_I &...i) { return std::tuple<value_of<ss_I>...>(take(i)...); }, at);
    }
    template <class... ss_V> const zip_reference &operator=(const std::tuple<ss_V...> &values) const
    {
        assign(values, std::index_sequence_for<ss_I...>());
        return *this;
    }
    template <class ss_V, size_t... ss_K>
    void assign(const ss_V &values, std::index_sequence<ss_K...>) const
    {
        (put(std::get<ss_K>(at), (value_of<ss_I>)std::get<ss_K>(values)), ...);
    }
};
template <class ss_Tuple> struct zip_iterator;
template <class... ss_I>
struct zip_iterator<std::tuple<ss_I...>>
    : counted_iterator<zip_iterator<std::tuple<ss_I...>>, std::tuple<value_of<ss_I>...>,
                       zip_reference<ss_I...>> {
    explicit zip_iterator(std::tuple<ss_I...> iterators) : at(iterators) {}
    zip_reference<ss_I...> operator*() const
    {
        return zip_reference<ss_I...>{at};
    }
    void move(ptrdiff_t n)
    {
        std::apply([n](ss_I &...i) { ((i += n), ...); }, at);
    }
    ptrdiff_t distance(const zip_iterator &o) const
    {
        return std::get<0>(at) - std::get<0>(o.at);
    }
    const std::tuple<ss_I...> &get_iterator_tuple() const
    {
        return at;
    }
    std::tuple<ss_I...> at;
};
template <class... ss_I>
zip_iterator<std::tuple<ss_I...>> make_zip_iterator(std::tuple<ss_I...> iterators)
{
    return zip_iterator<std::tuple<ss_I...>>(iterators);
}
template <class... ss_I> zip_iterator<std::tuple<ss_I...>> make_zip_iterator(ss_I... iterators)
{
    return zip_iterator<std::tuple<ss_I...>>(std::make_tuple(iterators...));
}

/* ---- Functors ---- */

#define SS_FUNCTOR(name, ss_R, expression)                                                         \
    template <class ss_T = void> struct name {                                                     \
        typedef ss_T first_argument_type, second_argument_type;                                    \
        SS_INLINE ss_R operator()(const ss_T &a, const ss_T &b) const                              \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class ss_A, class ss_B>                                                          \
        SS_INLINE auto operator()(const ss_A &a, const ss_B &b) const                              \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SS_FUNCTOR(plus, ss_T, a + b)
SS_FUNCTOR(minus, ss_T, a - b)
SS_FUNCTOR(multiplies, ss_T, a *b)
SS_FUNCTOR(divides, ss_T, a / b)
SS_FUNCTOR(modulus, ss_T, a % b)
SS_FUNCTOR(maximum, ss_T, a < b ? b : a)
SS_FUNCTOR(minimum, ss_T, b < a ? b : a)
SS_FUNCTOR(equal_to, bool, a == b)
SS_FUNCTOR(not_equal_to, bool, a != b)
SS_FUNCTOR(less, bool, a < b)
SS_FUNCTOR(greater, bool, a > b)
SS_FUNCTOR(less_equal, bool, a <= b)
SS_FUNCTOR(greater_equal, bool, a >= b)
SS_FUNCTOR(logical_and, bool, a &&b)
SS_FUNCTOR(logical_or, bool, a || b)
SS_FUNCTOR(bit_and, ss_T, a &b)
SS_FUNCTOR(bit_or, ss_T, a | b)
SS_FUNCTOR(bit_xor, ss_T, a ^ b)
#undef SS_FUNCTOR
template <class ss_T = void> struct negate {
    template <class ss_A> SS_INLINE ss_A operator()(const ss_A &a) const
    {
        return -a;
    }
};
template <class ss_T = void> struct square {
    template <class ss_A> SS_INLINE ss_A operator()(const ss_A &a) const
    {
        return a * a;
    }
};
template <class ss_T = void> struct identity {
    template <class ss_A> SS_INLINE ss_A operator()(const ss_A &a) const
    {
        return a;
    }
};
template <class ss_T = void> struct logical_not {
    template <class ss_A> SS_INLINE bool operator()(const ss_A &a) const
    {
        return !a;
    }
};
template <class ss_A, class ss_R> struct unary_function {
    typedef ss_A argument_type;
    typedef ss_R result_type;
};
template <class ss_A, class ss_B, class ss_R> struct binary_function {
    typedef ss_A first_argument_type;
    typedef ss_B second_argument_type;
    typedef ss_R result_type;
};

/* Expressions of _1 and _2. */
namespace placeholders {
struct expression_base {};
template <class ss_F> struct expression : expression_base {
    ss_F f;
    explicit constexpr expression(ss_F g) : f(g) {}
    template <class... ss_A> auto operator()(const ss_A &...a) const
    {
        return f(a...);
    }
};
template <class ss_F> constexpr expression<ss_F> make_expression(ss_F f)
{
    return expression<ss_F>(f);
}
static constexpr auto _1 = make_expression([](const auto &a, const auto &...) { return a; });
static constexpr auto _2 =
    make_expression([](const auto &, const auto &b, const auto &...) { return b; });
template <class ss_X, class... ss_A> auto evaluate(const ss_X &x, const ss_A &...a)
{
    if constexpr (std::is_base_of<expression_base, ss_X>::value)
        return x(a...);
    else
        return x;
}
#define SS_EXPRESSION(op)                                                                          \
    template <class ss_X, class ss_Y,                                                              \
              class =                                                                              \
                  typename std::enable_if<std::is_base_of<expression_base, ss_X>::value ||         \
                                          std::is_base_of<expression_base, ss_Y>::value>::type>    \
    auto operator op(ss_X x, ss_Y y)                                                               \
    {                                                                                              \
        return make_expression(                                                                    \
            [x, y](const auto &...a) { return evaluate(x, a...) op evaluate(y, a...); });          \
    }
SS_EXPRESSION(+)
SS_EXPRESSION(-)
SS_EXPRESSION(*)
SS_EXPRESSION(/)
SS_EXPRESSION(%)
SS_EXPRESSION(==)
SS_EXPRESSION(!=)
SS_EXPRESSION(<)
SS_EXPRESSION(>)
SS_EXPRESSION(<=)
SS_EXPRESSION(>=)
SS_EXPRESSION(&&)
SS_EXPRESSION(||)
SS_EXPRESSION(&)
#undef SS_EXPRESSION
} // namespace placeholders

/* ---- Random numbers ---- */

namespace random {
typedef std::minstd_rand default_random_engine;
typedef std::minstd_rand minstd_rand;
typedef std::minstd_rand0 minstd_rand0;
template <class ss_T = double> using normal_distribution = std::normal_distribution<ss_T>;
template <class ss_T = double>
using uniform_real_distribution = std::uniform_real_distribution<ss_T>;
template <class ss_T = int> using uniform_int_distribution = std::uniform_int_distribution<ss_T>;
} // namespace random
using namespace random;
} // namespace thrust

#endif
