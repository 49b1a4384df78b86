/* mpi.c: MPI functions that send and receive memory of the host (include/gantry_check_wraps.def). Taken by programs
 * that call one. No header of MPI's is needed: its handles are integers or pointers, which are passed alike. */
#include "check.h"

#define CALLER __builtin_return_address(0)
typedef void *handle;

extern int MPI_Type_size(handle type, int *size);

static uint64_t bytes(int count, handle type)
{
    int size = 0;
    return count > 0 && MPI_Type_size(type, &size) == 0 && size > 0 ? (uint64_t)count * (uint64_t)size : 0;
}

#define FUNCTION(NAME, PARAMS, ARGS, SENT, NSENT, RECEIVED, NRECEIVED)                                                 \
    int __real_##NAME PARAMS;                                                                                          \
    int __wrap_##NAME PARAMS;                                                                                          \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        const void *sent = (SENT), *received = (RECEIVED);                                                             \
        if (sent && check_chunk((uintptr_t)sent))                                                                      \
            check_read((uintptr_t)sent, (NSENT), CALLER);                                                              \
        int result = __real_##NAME ARGS;                                                                               \
        if (received && check_chunk((uintptr_t)received))                                                              \
            check_store((uintptr_t)received, (NRECEIVED), CALLER);                                                     \
        return result;                                                                                                 \
    }
FUNCTION(MPI_Send, (const void *p, int n, handle t, int to, int tag, handle c), (p, n, t, to, tag, c), p, bytes(n, t),
         NULL, 0)
FUNCTION(MPI_Isend, (const void *p, int n, handle t, int to, int tag, handle c, handle r), (p, n, t, to, tag, c, r), p,
         bytes(n, t), NULL, 0)
FUNCTION(MPI_Recv, (void *p, int n, handle t, int from, int tag, handle c, handle s), (p, n, t, from, tag, c, s), NULL,
         0, p, bytes(n, t))
FUNCTION(MPI_Irecv, (void *p, int n, handle t, int from, int tag, handle c, handle r), (p, n, t, from, tag, c, r), NULL,
         0, p, bytes(n, t))
FUNCTION(MPI_Sendrecv,
         (const void *p, int n, handle t, int to, int tag, void *q, int m, handle u, int from, int tag2, handle c,
          handle s),
         (p, n, t, to, tag, q, m, u, from, tag2, c, s), p, bytes(n, t), q, bytes(m, u))
FUNCTION(MPI_Bcast, (void *p, int n, handle t, int root, handle c), (p, n, t, root, c), NULL, 0, p, bytes(n, t))
FUNCTION(MPI_Reduce, (const void *p, void *q, int n, handle t, handle op, int root, handle c),
         (p, q, n, t, op, root, c), p, bytes(n, t), NULL, 0)
FUNCTION(MPI_Allreduce, (const void *p, void *q, int n, handle t, handle op, handle c), (p, q, n, t, op, c), p,
         bytes(n, t), q, bytes(n, t))
