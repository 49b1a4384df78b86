// RUN: %gantry cc -w -c -O1 %S/Inputs/one_rank.c -o %t.rank.o && %gantry cc -w -fcheck -O1 --offload-arch=emulated %s %t.rank.o -o %t
// RUN: bash %S/faults.sh %t %s stale
/* What MPI functions send may be old, and what they receive makes the device's copy old. A library of one rank stands for MPI. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle;
int MPI_Send(const void *p, int n, handle t, int to, int tag, handle c);
int MPI_Ssend(const void *p, int n, handle t, int to, int tag, handle c);
int MPI_Isend(const void *p, int n, handle t, int to, int tag, handle c, handle r);
int MPI_Recv(void *p, int n, handle t, int from, int tag, handle c, handle s);
int MPI_Irecv(void *p, int n, handle t, int from, int tag, handle c, handle r);
int MPI_Sendrecv(const void *p, int n, handle t, int to, int tag, void *q, int m, handle u, int from, int tag2, handle c, handle s);
int MPI_Bcast(void *p, int n, handle t, int root, handle c);
int MPI_Reduce(const void *p, void *q, int n, handle t, handle op, int root, handle c);
int MPI_Allreduce(const void *p, void *q, int n, handle t, handle op, handle c);
int MPI_Gather(const void *p, int n, handle t, void *q, int m, handle u, int root, handle c);
int MPI_Allgather(const void *p, int n, handle t, void *q, int m, handle u, handle c);
int MPI_Scatter(const void *p, int n, handle t, void *q, int m, handle u, int root, handle c);
int MPI_Alltoall(const void *p, int n, handle t, void *q, int m, handle u, handle c);

enum { N = 40 };
static double a[N], b[N];

static void add(void)
{
#pragma omp target map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1 + i;
}

/* `call` sends a, which a region has changed; the twin updates before */
#define SENDS(NAME, CALL)                                                                                              \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        _Pragma("omp target enter data map(to: a)") add();                                                             \
        if (!wrong) {                                                                                                  \
            _Pragma("omp target update from(a)")                                                                       \
        }                                                                                                              \
        CALL;                                                                                                          \
        _Pragma("omp target exit data map(from: a)")                                                                   \
    }
SENDS(send, MPI_Send(a, N, 0, 0, 0, 0)) // fault: send GC301
SENDS(ssend, MPI_Ssend(a, N, 0, 0, 0, 0)) // fault: ssend GC301
SENDS(isend, MPI_Isend(a, N, 0, 0, 0, 0, 0)) // fault: isend GC301
SENDS(sendrecv, MPI_Sendrecv(a, N, 0, 0, 0, b, N, 0, 0, 0, 0, 0)) // fault: sendrecv GC301
SENDS(bcast, MPI_Bcast(a, N, 0, 0, 0)) // fault: bcast GC301
SENDS(reduce, MPI_Reduce(a, b, N, 0, 0, 0, 0)) // fault: reduce GC301
SENDS(allreduce, MPI_Allreduce(a, b, N, 0, 0, 0)) // fault: allreduce GC301
SENDS(gather, MPI_Gather(a, N, 0, b, N, 0, 0, 0)) // fault: gather GC301
SENDS(allgather, MPI_Allgather(a, N, 0, b, N, 0, 0)) // fault: allgather GC301
SENDS(scatter, MPI_Scatter(a, N, 0, b, N, 0, 0, 0)) // fault: scatter GC301
SENDS(alltoall, MPI_Alltoall(a, N, 0, b, N, 0, 0)) // fault: alltoall GC301

/* what comes is newer than the device's copy */
#define RECEIVES(NAME, CALL)                                                                                           \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        for (int i = 0; i < N; i++)                                                                                    \
            b[i] = 10 + i;                                                                                             \
        MPI_Send(b, N, 0, 0, 0, 0);                                                                                    \
        memset(a, 0, sizeof a);                                                                                        \
        _Pragma("omp target enter data map(to: a)") CALL;                                                              \
        if (!wrong) {                                                                                                  \
            _Pragma("omp target update to(a)")                                                                         \
        }                                                                                                              \
        _Pragma("omp target map(a)") for (int i = 0; i < N; i++) a[i] += i;                                            \
        _Pragma("omp target exit data map(from: a)")                                                                   \
    }
RECEIVES(receive, MPI_Recv(a, N, 0, 0, 0, 0, 0)) // fault: receive GC302
RECEIVES(ireceive, MPI_Irecv(a, N, 0, 0, 0, 0, 0)) // fault: ireceive GC302
RECEIVES(gathered, MPI_Gather(b, N, 0, a, N, 0, 0, 0)) // fault: gathered GC302
RECEIVES(reduced, MPI_Reduce(b, a, N, 0, 0, 0, 0)) // fault: reduced GC302

#define CASES(C)                                                                                                       \
    C(send) C(ssend) C(isend) C(sendrecv) C(bcast) C(reduce) C(allreduce) C(gather) C(allgather) C(scatter) C(alltoall) \
    C(receive) C(ireceive) C(gathered) C(reduced)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
