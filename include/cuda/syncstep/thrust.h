/* thrust.h - vectors, pointers and iterators of Thrust.
 *
 * Everything runs on the host, one element after the other, out of the trace: what a functor is
 * given are copies of the elements, so that the host's code never touches device memory itself. */
#ifndef SYNCSTEP_THRUST_H
#define SYNCSTEP_THRUST_H

#include "../cuda_runtime.h"

#include <algorithm>
#include <complex>
#include <iterator>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

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
    template <class S> const device_policy &on(S) const
    {
        return *this;
    }
    template <class A> const device_policy &operator()(const A &) const
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

template <class T> class device_ptr;

template <class T> class device_reference {
  public:
    typedef T value_type;
    SS_INLINE explicit device_reference(T *p) : pointer(p) {}
    device_reference(const device_reference &) = default;
    SS_INLINE operator T() const
    {
        return syncstep::quiet_load(pointer);
    }
    SS_INLINE const device_reference &operator=(const T &value) const
    {
        syncstep::quiet_store(pointer, value);
        return *this;
    }
    SS_INLINE const device_reference &operator=(const device_reference &other) const
    {
        return *this = (T)other;
    }
    SS_INLINE device_ptr<T> operator&() const;
    template <class V> const device_reference &operator+=(const V &v) const
    {
        return *this = (T) * this + v;
    }
    template <class V> const device_reference &operator-=(const V &v) const
    {
        return *this = (T) * this - v;
    }
    template <class V> const device_reference &operator*=(const V &v) const
    {
        return *this = (T) * this * v;
    }
    const device_reference &operator++() const
    {
        return *this = (T) * this + 1;
    }

  private:
    T *pointer;
};
template <class S, class T> S &operator<<(S &stream, const device_reference<T> &r)
{
    stream << (T)r;
    return stream;
}

template <class T> class device_ptr {
  public:
    typedef typename std::remove_const<T>::type value_type;
    typedef device_reference<T> reference;
    typedef T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    SS_INLINE device_ptr(T *p = nullptr) : raw(p) {}
    template <class U, class = typename std::enable_if<std::is_convertible<U *, T *>::value>::type>
    SS_INLINE device_ptr(const device_ptr<U> &other) : raw(other.get())
    {
    }
    SS_INLINE T *get() const
    {
        return raw;
    }
    SS_INLINE device_reference<T> operator*() const
    {
        return device_reference<T>(raw);
    }
    SS_INLINE device_reference<T> operator[](ptrdiff_t i) const
    {
        return device_reference<T>(raw + i);
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
    T *raw;
};
template <class T> SS_INLINE device_ptr<T> device_reference<T>::operator&() const
{
    return device_ptr<T>(pointer);
}

template <class T> SS_INLINE T *raw_pointer_cast(T *p)
{
    return p;
}
template <class T> SS_INLINE T *raw_pointer_cast(const device_ptr<T> &p)
{
    return p.get();
}
template <class T> SS_INLINE device_ptr<T> device_pointer_cast(T *p)
{
    return device_ptr<T>(p);
}
template <class T> SS_INLINE device_ptr<T> device_pointer_cast(const device_ptr<T> &p)
{
    return p;
}
template <class T> SS_INLINE T &raw_reference_cast(T &r)
{
    return r;
}
template <class T> device_ptr<T> device_malloc(size_t count)
{
    void *p = nullptr;
    if (cudaMalloc(&p, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return device_ptr<T>((T *)p);
}
template <class T> void device_free(device_ptr<T> p)
{
    cudaFree((void *)p.get());
}
template <class T> struct device_malloc_allocator {
    typedef T value_type;
};
template <class T> struct device_allocator {
    typedef T value_type;
};

/* ---- Elements as values ---- */

template <class I> struct iterator_value {
    typedef typename std::iterator_traits<I>::value_type type;
};
template <class I> using value_of = typename iterator_value<I>::type;
template <class I> using iterator_value_t = value_of<I>;
template <class I> struct iterator_traits : std::iterator_traits<I> {
};

template <class I> SS_QUIET __attribute__((noinline)) value_of<I> take(const I &i)
{
    return (value_of<I>)*i;
}
template <class I, class V> SS_QUIET __attribute__((noinline)) void put(const I &i, const V &value)
{
    *i = value;
}
template <class I> std::vector<value_of<I>> gather_all(I first, I last)
{
    std::vector<value_of<I>> values;
    for (; first != last; ++first)
        values.push_back(take(first));
    return values;
}

/* ---- Vectors ---- */

template <class T> class device_vector;

template <class T> class host_vector : public std::vector<T> {
  public:
    using std::vector<T>::vector;
    host_vector() = default;
    host_vector(const std::vector<T> &other) : std::vector<T>(other) {}
    template <class U> host_vector(const device_vector<U> &other)
    {
        *this = other;
    }
    template <class U> host_vector &operator=(const device_vector<U> &other)
    {
        std::vector<U> values = gather_all(other.begin(), other.end());
        this->assign(values.begin(), values.end());
        return *this;
    }
};

template <class T> class device_vector {
  public:
    typedef T value_type;
    typedef size_t size_type;
    typedef device_ptr<T> pointer, iterator;
    typedef device_ptr<const T> const_pointer, const_iterator;
    typedef device_reference<T> reference;
    typedef T const_reference;

    device_vector() = default;
    explicit device_vector(size_t n, const T &value = T())
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
    device_vector(std::initializer_list<T> list)
    {
        copy_from(list.begin(), list.end());
    }
    template <class U> device_vector(const device_vector<U> &o)
    {
        copy_from(o.begin(), o.end());
    }
    template <class U> device_vector(const std::vector<U> &o)
    {
        copy_from(o.begin(), o.end());
    }
    template <class I, class = typename std::iterator_traits<I>::iterator_category>
    device_vector(I first, I last)
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
    template <class U> device_vector &operator=(const std::vector<U> &o)
    {
        copy_from(o.begin(), o.end());
        return *this;
    }
    template <class U> device_vector &operator=(const device_vector<U> &o)
    {
        copy_from(o.begin(), o.end());
        return *this;
    }
    template <class I> void assign(I first, I last)
    {
        copy_from(first, last);
    }
    void assign(size_t n, const T &value)
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
    T operator[](size_t i) const
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
        device_ptr<T> bigger = device_malloc<T>(n);
        for (size_t i = 0; i < count; i++)
            put(bigger + i, take(begin() + i));
        cudaFree(memory);
        memory = bigger.get();
        room = n;
    }
    void resize(size_t n, const T &value = T())
    {
        reserve(n);
        for (size_t i = count; i < n; i++)
            put(begin() + i, value);
        count = n;
    }
    void push_back(const T &value)
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
    template <class I> void copy_from(I first, I last)
    {
        size_t n = (size_t)std::distance(first, last);
        count = 0;
        reserve(n);
        for (; first != last; ++first)
            put(begin() + count++, (T)take(first));
    }
    void clear_all()
    {
        if (memory) cudaFree(memory);
        memory = nullptr;
        count = room = 0;
    }
    T *memory = nullptr;
    size_t count = 0, room = 0;
};
template <class T> bool operator==(const device_vector<T> &a, const device_vector<T> &b)
{
    return gather_all(a.begin(), a.end()) == gather_all(b.begin(), b.end());
}
template <class T> using universal_vector = device_vector<T>;

/* ---- Iterators ---- */

template <class D, class V, class R> struct counted_iterator {
    typedef V value_type;
    typedef R reference;
    typedef V *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    D &self()
    {
        return static_cast<D &>(*this);
    }
    const D &self() const
    {
        return static_cast<const D &>(*this);
    }
    D &operator++()
    {
        return self().move(1), self();
    }
    D &operator--()
    {
        return self().move(-1), self();
    }
    D operator++(int)
    {
        D old = self();
        self().move(1);
        return old;
    }
    D &operator+=(ptrdiff_t n)
    {
        return self().move(n), self();
    }
    D &operator-=(ptrdiff_t n)
    {
        return self().move(-n), self();
    }
    D operator+(ptrdiff_t n) const
    {
        D moved = self();
        moved.move(n);
        return moved;
    }
    D operator-(ptrdiff_t n) const
    {
        return *this + -n;
    }
    ptrdiff_t operator-(const D &o) const
    {
        return self().distance(o);
    }
    bool operator==(const D &o) const
    {
        return self().distance(o) == 0;
    }
    bool operator!=(const D &o) const
    {
        return self().distance(o) != 0;
    }
    bool operator<(const D &o) const
    {
        return self().distance(o) < 0;
    }
    R operator[](ptrdiff_t n) const
    {
        return *(*this + n);
    }
};

template <class T, class... Unused>
struct counting_iterator : counted_iterator<counting_iterator<T, Unused...>, T, T> {
    explicit counting_iterator(T v = T()) : value(v) {}
    T operator*() const
    {
        return value;
    }
    void move(ptrdiff_t n)
    {
        value = (T)(value + (T)n);
    }
    ptrdiff_t distance(const counting_iterator &o) const
    {
        return (ptrdiff_t)value - (ptrdiff_t)o.value;
    }
    T value;
};
template <class T> counting_iterator<T> make_counting_iterator(T v)
{
    return counting_iterator<T>(v);
}

template <class T, class... Unused>
struct constant_iterator : counted_iterator<constant_iterator<T, Unused...>, T, T> {
    explicit constant_iterator(T v, ptrdiff_t n = 0) : value(v), at(n) {}
    T operator*() const
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
    T value;
    ptrdiff_t at;
};
template <class T> constant_iterator<T> make_constant_iterator(T v)
{
    return constant_iterator<T>(v);
}

template <class F, class I,
          class V =
              typename std::decay<decltype(std::declval<F>()(std::declval<value_of<I>>()))>::type,
          class... Unused>
struct transform_iterator : counted_iterator<transform_iterator<F, I, V, Unused...>, V, V> {
    transform_iterator(I i, F f) : base(i), function(f) {}
    V operator*() const
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
    I base;
    F function;
};
template <class F, class I> transform_iterator<F, I> make_transform_iterator(I i, F f)
{
    return transform_iterator<F, I>(i, f);
}

template <class E, class M>
struct permutation_iterator : counted_iterator<permutation_iterator<E, M>, value_of<E>,
                                               typename std::iterator_traits<E>::reference> {
    permutation_iterator(E e, M m) : elements(e), map(m) {}
    typename std::iterator_traits<E>::reference operator*() const
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
    E elements;
    M map;
};
template <class E, class M> permutation_iterator<E, M> make_permutation_iterator(E e, M m)
{
    return permutation_iterator<E, M>(e, m);
}

struct discard_iterator : counted_iterator<discard_iterator, int, const discard_iterator &> {
    const discard_iterator &operator*() const
    {
        return *this;
    }
    template <class V> const discard_iterator &operator=(const V &) const
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
template <class... I> struct zip_reference {
    std::tuple<I...> at;
    operator std::tuple<value_of<I>...>() const
    {
        return std::apply([](const I &...i) { return std::tuple<value_of<I>...>(take(i)...); }, at);
    }
    template <class... V> const zip_reference &operator=(const std::tuple<V...> &values) const
    {
        assign(values, std::index_sequence_for<I...>());
        return *this;
    }
    template <class V, size_t... K> void assign(const V &values, std::index_sequence<K...>) const
    {
        (put(std::get<K>(at), (value_of<I>)std::get<K>(values)), ...);
    }
};
template <class Tuple> struct zip_iterator;
template <class... I>
struct zip_iterator<std::tuple<I...>>
    : counted_iterator<zip_iterator<std::tuple<I...>>, std::tuple<value_of<I>...>,
                       zip_reference<I...>> {
    explicit zip_iterator(std::tuple<I...> iterators) : at(iterators) {}
    zip_reference<I...> operator*() const
    {
        return zip_reference<I...>{at};
    }
    void move(ptrdiff_t n)
    {
        std::apply([n](I &...i) { ((i += n), ...); }, at);
    }
    ptrdiff_t distance(const zip_iterator &o) const
    {
        return std::get<0>(at) - std::get<0>(o.at);
    }
    const std::tuple<I...> &get_iterator_tuple() const
    {
        return at;
    }
    std::tuple<I...> at;
};
template <class... I> zip_iterator<std::tuple<I...>> make_zip_iterator(std::tuple<I...> iterators)
{
    return zip_iterator<std::tuple<I...>>(iterators);
}
template <class... I> zip_iterator<std::tuple<I...>> make_zip_iterator(I... iterators)
{
    return zip_iterator<std::tuple<I...>>(std::make_tuple(iterators...));
}

/* ---- Functors ---- */

#define SS_FUNCTOR(name, R, expression)                                                            \
    template <class T = void> struct name {                                                        \
        typedef T first_argument_type, second_argument_type;                                       \
        SS_INLINE R operator()(const T &a, const T &b) const                                       \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class A, class B> SS_INLINE auto operator()(const A &a, const B &b) const        \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SS_FUNCTOR(plus, T, a + b)
SS_FUNCTOR(minus, T, a - b)
SS_FUNCTOR(multiplies, T, a *b)
SS_FUNCTOR(divides, T, a / b)
SS_FUNCTOR(modulus, T, a % b)
SS_FUNCTOR(maximum, T, a < b ? b : a)
SS_FUNCTOR(minimum, T, b < a ? b : a)
SS_FUNCTOR(equal_to, bool, a == b)
SS_FUNCTOR(not_equal_to, bool, a != b)
SS_FUNCTOR(less, bool, a < b)
SS_FUNCTOR(greater, bool, a > b)
SS_FUNCTOR(less_equal, bool, a <= b)
SS_FUNCTOR(greater_equal, bool, a >= b)
SS_FUNCTOR(logical_and, bool, a &&b)
SS_FUNCTOR(logical_or, bool, a || b)
SS_FUNCTOR(bit_and, T, a &b)
SS_FUNCTOR(bit_or, T, a | b)
SS_FUNCTOR(bit_xor, T, a ^ b)
#undef SS_FUNCTOR
template <class T = void> struct negate {
    template <class A> SS_INLINE A operator()(const A &a) const
    {
        return -a;
    }
};
template <class T = void> struct square {
    template <class A> SS_INLINE A operator()(const A &a) const
    {
        return a * a;
    }
};
template <class T = void> struct identity {
    template <class A> SS_INLINE A operator()(const A &a) const
    {
        return a;
    }
};
template <class T = void> struct logical_not {
    template <class A> SS_INLINE bool operator()(const A &a) const
    {
        return !a;
    }
};
template <class A, class R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};

/* Expressions of _1 and _2. */
namespace placeholders {
struct expression_base {};
template <class F> struct expression : expression_base {
    F f;
    explicit constexpr expression(F g) : f(g) {}
    template <class... A> auto operator()(const A &...a) const
    {
        return f(a...);
    }
};
template <class F> constexpr expression<F> make_expression(F f)
{
    return expression<F>(f);
}
static constexpr auto _1 = make_expression([](const auto &a, const auto &...) { return a; });
static constexpr auto _2 =
    make_expression([](const auto &, const auto &b, const auto &...) { return b; });
template <class X, class... A> auto evaluate(const X &x, const A &...a)
{
    if constexpr (std::is_base_of<expression_base, X>::value)
        return x(a...);
    else
        return x;
}
#define SS_EXPRESSION(op)                                                                          \
    template <class X, class Y,                                                                    \
              class = typename std::enable_if<std::is_base_of<expression_base, X>::value ||        \
                                              std::is_base_of<expression_base, Y>::value>::type>   \
    auto operator op(X x, Y y)                                                                     \
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
template <class T = double> using normal_distribution = std::normal_distribution<T>;
template <class T = double> using uniform_real_distribution = std::uniform_real_distribution<T>;
template <class T = int> using uniform_int_distribution = std::uniform_int_distribution<T>;
} // namespace random
using namespace random;
} // namespace thrust

#endif
