/* mpi.c: MPI functions that send and receive memory of the host (include/gantry_check_wraps.def). Taken by programs
 * that call one. No header of MPI's is needed: its handles are integers or pointers, which are passed alike. */
#include "check.h"

#define CALLER __builtin_return_address(0)
typedef void *handle;

extern int MPI_Type_size(handle type, int *size);
extern int MPI_Comm_rank(handle comm, int *rank);
extern int MPI_Comm_size(handle comm, int *size);

static uint64_t bytes(int count, handle type)
{
    int size = 0;
    return count > 0 && MPI_Type_size(type, &size) == 0 && size > 0 ? (uint64_t)count * (uint64_t)size : 0;
}

static bool is_root(int root, handle comm)
{
    int rank = -1;
    return MPI_Comm_rank(comm, &rank) == 0 && rank == root;
}

static uint64_t of_all(uint64_t each, handle comm)
{
    int n = 0;
    return MPI_Comm_size(comm, &n) == 0 && n > 0 ? each * (uint64_t)n : 0;
}

#define FUNCTION(NAME, PARAMS, ARGS, SENT, NSENT, RECEIVED, NRECEIVED)                                                 \
    int __real_##NAME PARAMS;                                                                                          \
    int __wrap_##NAME PARAMS;                                                                                          \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        const void *sent = (SENT), *received = (RECEIVED);                                                             \
        if (sent && check_is_watched((uintptr_t)sent))                                                                 \
            check_read((uintptr_t)sent, (NSENT), CALLER);                                                              \
        if (sent) /* a thread may send to another of the same process */                                               \
            check_hands_on(false);                                                                                     \
        int result = __real_##NAME ARGS;                                                                               \
        if (received)                                                                                                  \
            check_hands_on(true);                                                                                      \
        if (received && check_is_watched((uintptr_t)received))                                                         \
            check_store((uintptr_t)received, (NRECEIVED), CALLER);                                                     \
        return result;                                                                                                 \
    }
FUNCTION(MPI_Send, (const void *p, int n, handle t, int to, int tag, handle c), (p, n, t, to, tag, c), p, bytes(n, t),
         NULL, 0)
FUNCTION(MPI_Isend, (const void *p, int n, handle t, int to, int tag, handle c, handle r), (p, n, t, to, tag, c, r), p,
         bytes(n, t), NULL, 0)
FUNCTION(MPI_Recv, (void *p, int n, handle t, int from, int tag, handle c, handle s), (p, n, t, from, tag, c, s), NULL,
         0, p, bytes(n, t))

/* What is begun here may come at any time up to the wait: the memory is MPI's from now on, and nothing is in order. */
int __real_MPI_Irecv(void *p, int n, handle t, int from, int tag, handle c, handle r);
int __wrap_MPI_Irecv(void *p, int n, handle t, int from, int tag, handle c, handle r);
int __wrap_MPI_Irecv(void *p, int n, handle t, int from, int tag, handle c, handle r)
{
    int result = __real_MPI_Irecv(p, n, t, from, tag, c, r);
    if (check_is_watched((uintptr_t)p))
        check_store((uintptr_t)p, bytes(n, t), CALLER);
    return result;
}

/* DONE: has something come? */
#define COMPLETES(NAME, PARAMS, ARGS, DONE)                                                                            \
    int __real_##NAME PARAMS __attribute__((weak));                                                                    \
    int __wrap_##NAME PARAMS;                                                                                          \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        int result = __real_##NAME ARGS;                                                                               \
        if (DONE)                                                                                                      \
            check_hands_on(true);                                                                                      \
        return result;                                                                                                 \
    }
COMPLETES(MPI_Wait, (handle r, handle s), (r, s), true)
COMPLETES(MPI_Waitall, (int n, handle r, handle s), (n, r, s), true)
COMPLETES(MPI_Waitany, (int n, handle r, int *which, handle s), (n, r, which, s), true)
COMPLETES(MPI_Waitsome, (int n, handle r, int *many, int *which, handle s), (n, r, many, which, s), true)
COMPLETES(MPI_Test, (handle r, int *done, handle s), (r, done, s), *done)
COMPLETES(MPI_Testall, (int n, handle r, int *done, handle s), (n, r, done, s), *done)
COMPLETES(MPI_Testany, (int n, handle r, int *which, int *done, handle s), (n, r, which, done, s), *done)
COMPLETES(MPI_Testsome, (int n, handle r, int *many, int *which, handle s), (n, r, many, which, s), *many > 0)

FUNCTION(MPI_Sendrecv,
         (const void *p, int n, handle t, int to, int tag, void *q, int m, handle u, int from, int tag2, handle c,
          handle s),
         (p, n, t, to, tag, q, m, u, from, tag2, c, s), p, bytes(n, t), q, bytes(m, u))
FUNCTION(MPI_Ssend, (const void *p, int n, handle t, int to, int tag, handle c), (p, n, t, to, tag, c), p, bytes(n, t),
         NULL, 0)
FUNCTION(MPI_Bcast, (void *p, int n, handle t, int root, handle c), (p, n, t, root, c), is_root(root, c) ? p : NULL,
         bytes(n, t), is_root(root, c) ? NULL : p, bytes(n, t))
FUNCTION(MPI_Reduce, (const void *p, void *q, int n, handle t, handle op, int root, handle c),
         (p, q, n, t, op, root, c), p, bytes(n, t), is_root(root, c) ? q : NULL, bytes(n, t))
FUNCTION(MPI_Gather, (const void *p, int n, handle t, void *q, int m, handle u, int root, handle c),
         (p, n, t, q, m, u, root, c), p, bytes(n, t), is_root(root, c) ? q : NULL, of_all(bytes(m, u), c))
FUNCTION(MPI_Allgather, (const void *p, int n, handle t, void *q, int m, handle u, handle c), (p, n, t, q, m, u, c), p,
         bytes(n, t), q, of_all(bytes(m, u), c))
FUNCTION(MPI_Scatter, (const void *p, int n, handle t, void *q, int m, handle u, int root, handle c),
         (p, n, t, q, m, u, root, c), is_root(root, c) ? p : NULL, of_all(bytes(n, t), c), q, bytes(m, u))
FUNCTION(MPI_Alltoall, (const void *p, int n, handle t, void *q, int m, handle u, handle c), (p, n, t, q, m, u, c), p,
         of_all(bytes(n, t), c), q, of_all(bytes(m, u), c))
FUNCTION(MPI_Allreduce, (const void *p, void *q, int n, handle t, handle op, handle c), (p, q, n, t, op, c), p,
         bytes(n, t), q, bytes(n, t))
