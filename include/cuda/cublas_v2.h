/* cublas_v2.h - the calls of cuBLAS that programs make beside kernels of their own; computed on the
 * host, in column-major order as there. */
#ifndef SYNCSTEP_CUBLAS_V2_H
#define SYNCSTEP_CUBLAS_V2_H

#include "cuComplex.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;

typedef struct cublasContext *cublasHandle_t;

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int bytes, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int bytes, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int bytes, const void *a, int lda, void *b,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int bytes, const void *a, int lda, void *b,
                               int ldb);

#define SS_BLAS(T, s)                                                                              \
    cublasStatus_t cublas##s##axpy_v2(cublasHandle_t, int n, const T *alpha, const T *x, int incx, \
                                      T *y, int incy);                                             \
    cublasStatus_t cublas##s##scal_v2(cublasHandle_t, int n, const T *alpha, T *x, int incx);      \
    cublasStatus_t cublas##s##copy_v2(cublasHandle_t, int n, const T *x, int incx, T *y,           \
                                      int incy);                                                   \
    cublasStatus_t cublas##s##swap_v2(cublasHandle_t, int n, T *x, int incx, T *y, int incy);      \
    cublasStatus_t cublas##s##dot_v2(cublasHandle_t, int n, const T *x, int incx, const T *y,      \
                                     int incy, T *result);                                         \
    cublasStatus_t cublas##s##nrm2_v2(cublasHandle_t, int n, const T *x, int incx, T *result);     \
    cublasStatus_t cublas##s##asum_v2(cublasHandle_t, int n, const T *x, int incx, T *result);     \
    cublasStatus_t cublasI##s##amax_v2(cublasHandle_t, int n, const T *x, int incx, int *result);  \
    cublasStatus_t cublasI##s##amin_v2(cublasHandle_t, int n, const T *x, int incx, int *result);  \
    cublasStatus_t cublas##s##gemv_v2(cublasHandle_t, cublasOperation_t trans, int m, int n,       \
                                      const T *alpha, const T *a, int lda, const T *x, int incx,   \
                                      const T *beta, T *y, int incy);                              \
    cublasStatus_t cublas##s##ger_v2(cublasHandle_t, int m, int n, const T *alpha, const T *x,     \
                                     int incx, const T *y, int incy, T *a, int lda);               \
    cublasStatus_t cublas##s##gemm_v2(                                                             \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);   \
    cublasStatus_t cublas##s##gemmStridedBatched(                                                  \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *a, int lda, long long stride_a, const T *b, int ldb,              \
        long long stride_b, const T *beta, T *c, int ldc, long long stride_c, int batches);        \
    cublasStatus_t cublas##s##gemmBatched(                                                         \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta,   \
        T *const c[], int ldc, int batches);                                                       \
    cublasStatus_t cublas##s##geam(                                                                \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n,          \
        const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc);
SS_BLAS(float, S)
SS_BLAS(double, D)
#undef SS_BLAS
cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb,
                           int m, int n, int k, const __half *alpha, const __half *a, int lda,
                           const __half *b, int ldb, const __half *beta, __half *c, int ldc);
}

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasSscal cublasSscal_v2
#define cublasScopy cublasScopy_v2
#define cublasSswap cublasSswap_v2
#define cublasSdot cublasSdot_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasSasum cublasSasum_v2
#define cublasSgemv cublasSgemv_v2
#define cublasSger cublasSger_v2
#define cublasSgemm cublasSgemm_v2
#define cublasIsamax cublasISamax_v2
#define cublasIsamin cublasISamin_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasDscal cublasDscal_v2
#define cublasDcopy cublasDcopy_v2
#define cublasDswap cublasDswap_v2
#define cublasDdot cublasDdot_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasDasum cublasDasum_v2
#define cublasDgemv cublasDgemv_v2
#define cublasDger cublasDger_v2
#define cublasDgemm cublasDgemm_v2
#define cublasIdamax cublasIDamax_v2
#define cublasIdamin cublasIDamin_v2

#endif
