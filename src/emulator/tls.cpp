/* tls.cpp - the layout of the executable's thread-local storage.
 *
 * A block's static shared memory is the TLS of its worker thread. The linker puts initialised TLS
 * (.tdata) in front of zero TLS (.tbss), the program's objects in front of this library's. So: our
 * own state, a pad, the person's shared arrays, a pad, and behind it the thread's control block,
 * which a wild index must not reach. Written in assembly because C++ promises no order. */
#include "core.h"

asm(R"(
    .section .tdata,"awT",@progbits
    .p2align 7
    .globl ss_hot, threadIdx, blockIdx, blockDim, gridDim, ss_shared_low, ss_shared_high
    .type ss_hot, @tls_object
    .size ss_hot, 128
ss_hot:
    .zero 128
    .type threadIdx, @tls_object
    .size threadIdx, 12
threadIdx:
    .zero 16
    .type blockIdx, @tls_object
    .size blockIdx, 12
blockIdx:
    .zero 16
    .type blockDim, @tls_object
    .size blockDim, 12
blockDim:
    .zero 16
    .type gridDim, @tls_object
    .size gridDim, 12
gridDim:
    .zero 16
    .zero 65536
    .type ss_shared_low, @tls_object
    .size ss_shared_low, 0
ss_shared_low:
    .section .tbss,"awT",@nobits
    .p2align 7
    .type ss_shared_high, @tls_object
    .size ss_shared_high, 65536
ss_shared_high:
    .zero 65536
    .text
)");

static_assert(sizeof(struct ss::hot) <= 128, "ss_hot has 128 bytes above");
static_assert(ss::TLS_PAD == 65536, "as above");
