/* Thrust's vectors beside a kernel of one's own; policies, iterators, placeholders. */
#include <iostream>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <iterator>

struct square {
    __host__ __device__ float operator()(const float &x) const { return x * x; }
};
struct add_third {
    template <class T> __device__ void operator()(T t)
    {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
    }
};
__global__ void twice(int *p, int n)
{
    int i = threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

int main()
{
    using namespace thrust::placeholders;
    thrust::host_vector<int> h(10);
    for (int i = 0; i < 10; i++)
        h[i] = i * 7 % 10;
    thrust::device_vector<int> d = h;
    thrust::sort(d.begin(), d.end());
    twice<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), 10);
    twice<<<1, 32>>>(thrust::raw_pointer_cast(&d[0]), 10);
    thrust::copy(d.begin(), d.end(), h.begin());
    for (int x : h)
        std::cout << x << ' ';
    std::cout << thrust::reduce(d.begin(), d.end()) << ' '
              << thrust::reduce(thrust::device, d.begin(), d.end(), 0, thrust::maximum<int>())
              << "\n";
    thrust::device_vector<float> a(4), b(4, 2.f), c(4);
    thrust::sequence(a.begin(), a.end());
    thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), 2.f * _1 + _2);
    std::cout << c[0] << c[1] << c[2] << c[3] << "\n";
    thrust::for_each(
        thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())),
        thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), add_third());
    std::cout << c[0] << c[1] << c[2] << c[3] << " "
              << thrust::transform_reduce(a.begin(), a.end(), square(), 0.f, thrust::plus<float>())
              << " " << thrust::inner_product(a.begin(), a.end(), b.begin(), 0.f) << " "
              << *thrust::max_element(a.begin(), a.end()) << " "
              << thrust::max_element(a.begin(), a.end()) - a.begin() << "\n";
    int *raw;
    cudaMalloc(&raw, 40);
    thrust::device_ptr<int> p(raw);
    thrust::fill(p, p + 10, 3);
    thrust::inclusive_scan(p, p + 10, p);
    p[2] = 100;
    std::cout << p[9] << " " << thrust::count(p, p + 10, 100) << " "
              << thrust::reduce(thrust::device, raw, raw + 10) << "\n";
    thrust::device_vector<int> keys(3), values(3);
    keys[0] = 3, keys[1] = 1, keys[2] = 2;
    values = keys;
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<int>());
    std::cout << values[0] << values[1] << values[2] << "\n";
    thrust::copy(values.begin(), values.end(), std::ostream_iterator<int>(std::cout, " "));
    std::cout << "\n";
    return 0;
}
