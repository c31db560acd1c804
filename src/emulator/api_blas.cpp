/* api_blas.cpp - the calls of cuBLAS, computed on the host in the plain order of their definition.
 * Matrices are column-major; indices that a call gives back begin at 1. */
#include "cublas_v2.h"
#include "syncstep/runtime.h"

#include <math.h>
#include <string.h>

/* These calls write device memory unseen: src/emulator/unset.h. */
extern "C" __attribute__((weak)) const char ss_unseen_writes;
const char ss_unseen_writes = 1;

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t mode;
};

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return CUBLAS_STATUS_INVALID_VALUE;                                      \
    } while (0)

/* Element i of a vector; a negative increment begins at its end. */
template <class T> static T &at(T *x, int n, int inc, int i)
{
    return inc >= 0 ? x[(size_t)i * (size_t)inc] : x[(size_t)(n - 1 - i) * (size_t)-inc];
}

/* An element of op(a), rows `lda` apart. */
template <class T> static T element(const T *a, int lda, cublasOperation_t op, int row, int column)
{
    return op == CUBLAS_OP_N ? a[row + (size_t)column * (size_t)lda]
                             : a[column + (size_t)row * (size_t)lda];
}

template <class T>
static cublasStatus_t multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                               T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c,
                               int ldc)
{
    CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= (m > 1 ? m : 1));
    CHECK(lda >= (ta == CUBLAS_OP_N ? m : k) && ldb >= (tb == CUBLAS_OP_N ? k : n));
    for (int j = 0; j < n; j++) {
        T *column = c + (size_t)j * (size_t)ldc;
        for (int i = 0; i < m; i++)
            column[i] = beta == T(0) ? T(0) : beta * column[i];
        for (int l = 0; l < k; l++) {
            T factor = alpha * element(b, ldb, tb, l, j);
            if (ta == CUBLAS_OP_N)
                for (int i = 0; i < m; i++)
                    column[i] += a[i + (size_t)l * (size_t)lda] * factor;
            else
                for (int i = 0; i < m; i++)
                    column[i] += a[l + (size_t)i * (size_t)lda] * factor;
        }
    }
    return CUBLAS_STATUS_SUCCESS;
}

template <class T> static int extreme(int n, const T *x, int inc, bool largest)
{
    int best = 0;
    for (int i = 1; i < n; i++) {
        T a = fabs(x[(size_t)i * (size_t)inc]), b = fabs(x[(size_t)best * (size_t)inc]);
        if (largest ? a > b : a < b) best = i;
    }
    return n > 0 ? best + 1 : 0;
}

template <class T>
static void rows_product(cublasOperation_t op, int m, int n, T alpha, const T *a, int lda,
                         const T *x, int incx, T beta, T *y, int incy)
{
    int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
    for (int i = 0; i < rows; i++) {
        T sum = 0;
        for (int j = 0; j < columns; j++)
            sum += element(a, lda, op, i, j) * at(x, columns, incx, j);
        T &out = at(y, rows, incy, i);
        out = alpha * sum + (beta == T(0) ? T(0) : beta * out);
    }
}

static cublasStatus_t copy_strided(int n, int bytes, const void *x, int incx, void *y, int incy)
{
    CHECK(n >= 0 && bytes > 0 && incx > 0 && incy > 0);
    cudaError_t error =
        cudaMemcpy2D(y, (size_t)incy * (size_t)bytes, x, (size_t)incx * (size_t)bytes,
                     (size_t)bytes, (size_t)n, cudaMemcpyDefault);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

static cublasStatus_t copy_matrix(int rows, int cols, int bytes, const void *a, int lda, void *b,
                                  int ldb)
{
    CHECK(rows >= 0 && cols >= 0 && bytes > 0 && lda >= rows && ldb >= rows);
    cudaError_t error = cudaMemcpy2D(b, (size_t)ldb * (size_t)bytes, a, (size_t)lda * (size_t)bytes,
                                     (size_t)rows * (size_t)bytes, (size_t)cols, cudaMemcpyDefault);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    CHECK(handle);
    *handle = new cublasContext{nullptr, CUBLAS_POINTER_MODE_HOST};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int *version)
{
    CHECK(version);
    *version = 130000;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream)
{
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode)
{
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    handle->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    *mode = handle->mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t)
{
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH:
        return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR:
        return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR:
        return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR:
        return "CUBLAS_STATUS_LICENSE_ERROR";
    }
    return "unknown cuBLAS status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

cublasStatus_t cublasSetVector(int n, int bytes, const void *x, int incx, void *y, int incy)
{
    return copy_strided(n, bytes, x, incx, y, incy);
}

cublasStatus_t cublasGetVector(int n, int bytes, const void *x, int incx, void *y, int incy)
{
    return copy_strided(n, bytes, x, incx, y, incy);
}

cublasStatus_t cublasSetMatrix(int rows, int cols, int bytes, const void *a, int lda, void *b,
                               int ldb)
{
    return copy_matrix(rows, cols, bytes, a, lda, b, ldb);
}

cublasStatus_t cublasGetMatrix(int rows, int cols, int bytes, const void *a, int lda, void *b,
                               int ldb)
{
    return copy_matrix(rows, cols, bytes, a, lda, b, ldb);
}

#define BLAS(T, s)                                                                                 \
    cublasStatus_t cublas##s##axpy_v2(cublasHandle_t, int n, const T *alpha, const T *x, int incx, \
                                      T *y, int incy)                                              \
    {                                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            at(y, n, incy, i) += *alpha * at(x, n, incx, i);                                       \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##scal_v2(cublasHandle_t, int n, const T *alpha, T *x, int incx)       \
    {                                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            at(x, n, incx, i) *= *alpha;                                                           \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##copy_v2(cublasHandle_t, int n, const T *x, int incx, T *y, int incy) \
    {                                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            at(y, n, incy, i) = at(x, n, incx, i);                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##swap_v2(cublasHandle_t, int n, T *x, int incx, T *y, int incy)       \
    {                                                                                              \
        for (int i = 0; i < n; i++) {                                                              \
            T kept = at(x, n, incx, i);                                                            \
            at(x, n, incx, i) = at(y, n, incy, i);                                                 \
            at(y, n, incy, i) = kept;                                                              \
        }                                                                                          \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##dot_v2(cublasHandle_t, int n, const T *x, int incx, const T *y,      \
                                     int incy, T *result)                                          \
    {                                                                                              \
        T sum = 0;                                                                                 \
        for (int i = 0; i < n; i++)                                                                \
            sum += at(x, n, incx, i) * at(y, n, incy, i);                                          \
        *result = sum;                                                                             \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##nrm2_v2(cublasHandle_t, int n, const T *x, int incx, T *result)      \
    {                                                                                              \
        double sum = 0;                                                                            \
        for (int i = 0; i < n; i++)                                                                \
            sum += (double)at(x, n, incx, i) * at(x, n, incx, i);                                  \
        *result = (T)sqrt(sum);                                                                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##asum_v2(cublasHandle_t, int n, const T *x, int incx, T *result)      \
    {                                                                                              \
        T sum = 0;                                                                                 \
        for (int i = 0; i < n; i++)                                                                \
            sum += (T)fabs(at(x, n, incx, i));                                                     \
        *result = sum;                                                                             \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublasI##s##amax_v2(cublasHandle_t, int n, const T *x, int incx, int *result)   \
    {                                                                                              \
        *result = extreme(n, x, incx, true);                                                       \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublasI##s##amin_v2(cublasHandle_t, int n, const T *x, int incx, int *result)   \
    {                                                                                              \
        *result = extreme(n, x, incx, false);                                                      \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##gemv_v2(cublasHandle_t, cublasOperation_t trans, int m, int n,       \
                                      const T *alpha, const T *a, int lda, const T *x, int incx,   \
                                      const T *beta, T *y, int incy)                               \
    {                                                                                              \
        CHECK(m >= 0 && n >= 0 && lda >= m && incx && incy);                                       \
        rows_product(trans, m, n, *alpha, a, lda, x, incx, *beta, y, incy);                        \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##ger_v2(cublasHandle_t, int m, int n, const T *alpha, const T *x,     \
                                     int incx, const T *y, int incy, T *a, int lda)                \
    {                                                                                              \
        CHECK(m >= 0 && n >= 0 && lda >= m && incx && incy);                                       \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++)                                                            \
                a[i + (size_t)j * (size_t)lda] += *alpha * at(x, m, incx, i) * at(y, n, incy, j);  \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublas##s##gemm_v2(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb,  \
                                      int m, int n, int k, const T *alpha, const T *a, int lda,    \
                                      const T *b, int ldb, const T *beta, T *c, int ldc)           \
    {                                                                                              \
        return multiply(ta, tb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);                   \
    }                                                                                              \
    cublasStatus_t cublas##s##gemmStridedBatched(                                                  \
        cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,           \
        const T *alpha, const T *a, int lda, long long stride_a, const T *b, int ldb,              \
        long long stride_b, const T *beta, T *c, int ldc, long long stride_c, int batches)         \
    {                                                                                              \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                             \
        for (int i = 0; i < batches && status == CUBLAS_STATUS_SUCCESS; i++)                       \
            status = multiply(ta, tb, m, n, k, *alpha, a + i * stride_a, lda, b + i * stride_b,    \
                              ldb, *beta, c + i * stride_c, ldc);                                  \
        return status;                                                                             \
    }                                                                                              \
    cublasStatus_t cublas##s##gemmBatched(                                                         \
        cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,           \
        const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta,   \
        T *const c[], int ldc, int batches)                                                        \
    {                                                                                              \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                             \
        for (int i = 0; i < batches && status == CUBLAS_STATUS_SUCCESS; i++)                       \
            status = multiply(ta, tb, m, n, k, *alpha, a[i], lda, b[i], ldb, *beta, c[i], ldc);    \
        return status;                                                                             \
    }                                                                                              \
    cublasStatus_t cublas##s##geam(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb,     \
                                   int m, int n, const T *alpha, const T *a, int lda,              \
                                   const T *beta, const T *b, int ldb, T *c, int ldc)              \
    {                                                                                              \
        CHECK(m >= 0 && n >= 0 && ldc >= m);                                                       \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++)                                                            \
                c[i + (size_t)j * (size_t)ldc] =                                                   \
                    (*alpha == T(0) ? T(0) : *alpha * element(a, lda, ta, i, j)) +                 \
                    (*beta == T(0) ? T(0) : *beta * element(b, ldb, tb, i, j));                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
BLAS(float, S)
BLAS(double, D)

/* Accumulates in float, rounds once. */
cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                           int k, const __half *alpha, const __half *a, int lda, const __half *b,
                           int ldb, const __half *beta, __half *c, int ldc)
{
    CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= m);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) {
            float sum = 0, before = (float)c[i + (size_t)j * (size_t)ldc];
            for (int l = 0; l < k; l++)
                sum += (float)element(a, lda, ta, i, l) * (float)element(b, ldb, tb, l, j);
            float scaled = (float)*beta == 0 ? 0 : (float)*beta * before;
            c[i + (size_t)j * (size_t)ldc] = __half((float)*alpha * sum + scaled);
        }
    }
    return CUBLAS_STATUS_SUCCESS;
}
}
