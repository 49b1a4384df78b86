// RUN: %gantry cc -w -c -O1 %S/Inputs/one_rank.c -o %t.rank.o && %gantry cc -w -fcheck -O1 --offload-arch=emulated %s %t.rank.o -o %t
// RUN: bash %S/faults.sh %t %s stale,races
/* What MPI functions send may be old, and what they receive makes the device's copy old; other threads must leave both alone. A library of one rank stands for MPI. */
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle;
int MPI_Send(const void *p, int n, handle t, int to, int tag, handle c);
int MPI_Ssend(const void *p, int n, handle t, int to, int tag, handle c);
int MPI_Isend(const void *p, int n, handle t, int to, int tag, handle c, handle r);
int MPI_Recv(void *p, int n, handle t, int from, int tag, handle c, handle s);
int MPI_Irecv(void *p, int n, handle t, int from, int tag, handle c, handle r);
int MPI_Wait(handle r, handle s);
int MPI_Test(handle r, int *done, handle s);
int MPI_Waitall(int n, handle r, handle s);
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

/* One thread calls it, and another stores to c, in an order that a relaxed flag fixes, which orders nothing for the judge.
 * Nothing else was done to c, and it is not mapped. */
#define BESIDE(NAME, CALL, CALL_FIRST)                                                                                 \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        static double c[N], d[N];                                                                                      \
        static atomic_int first_has_been;                                                                              \
        _Pragma("omp parallel num_threads(2)")                                                                         \
        {                                                                                                              \
            int calls = omp_get_thread_num() == 0, first = calls == CALL_FIRST;                                        \
            while (!first && !atomic_load_explicit(&first_has_been, memory_order_relaxed))                             \
                sched_yield();                                                                                         \
            if (calls)                                                                                                 \
                CALL;                                                                                                  \
            else                                                                                                       \
                (wrong ? c : d)[3] = 1;                                                                                \
            atomic_store_explicit(&first_has_been, 1, memory_order_relaxed);                                           \
        }                                                                                                              \
    }
BESIDE(sent_first, MPI_Send(c, N, 0, 0, 0, 0), 1) // fault: sent_first GC404
BESIDE(sent_last, MPI_Send(c, N, 0, 0, 0, 0), 0) // fault: sent_last GC404
BESIDE(received_first, MPI_Recv(c, N, 0, 0, 0, 0, 0), 1) // fault: received_first GC404
BESIDE(received_last, MPI_Recv(c, N, 0, 0, 0, 0, 0), 0) // fault: received_last GC404

/* One thread sends to the other what it has stored. */
static void to_a_thread(int wrong)
{
    static double c;
    static atomic_int sent;
    double mine = 1;
#pragma omp parallel num_threads(2) firstprivate(mine)
    if (omp_get_thread_num() == 0) {
        c = 3;
        MPI_Send(&mine, 1, 0, 0, 0, 0);
        atomic_store_explicit(&sent, 1, memory_order_relaxed); /* MPI's message would do */
    } else {
        while (!atomic_load_explicit(&sent, memory_order_relaxed))
            sched_yield();
        if (!wrong)
            MPI_Recv(&mine, 1, 0, 0, 0, 0, 0);
        c++; // fault: to_a_thread GC404
    }
}

/* … which has it when it has waited. */
#define COMPLETED(NAME, WAITS)                                                                                         \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        static double c;                                                                                               \
        static atomic_int sent;                                                                                        \
        double mine = 1;                                                                                               \
        int done = 0;                                                                                                  \
        handle request;                                                                                                \
        atomic_store(&sent, 0);                                                                                        \
        _Pragma("omp parallel num_threads(2) firstprivate(mine, done, request)")                                       \
        if (omp_get_thread_num() == 0) {                                                                               \
            c = 3;                                                                                                     \
            MPI_Send(&mine, 1, 0, 0, 0, 0);                                                                            \
            atomic_store_explicit(&sent, 1, memory_order_relaxed);                                                     \
        } else {                                                                                                       \
            while (!atomic_load_explicit(&sent, memory_order_relaxed))                                                 \
                sched_yield();                                                                                         \
            MPI_Irecv(&mine, 1, 0, 0, 0, 0, &request);                                                                 \
            if (!wrong)                                                                                                \
                WAITS;                                                                                                 \
            c++;                                                                                                       \
        }                                                                                                              \
    }
COMPLETED(waits, MPI_Wait(&request, NULL)) // fault: waits GC404
COMPLETED(waits_for_all, MPI_Waitall(1, &request, NULL)) // fault: waits_for_all GC404
COMPLETED(tests_it, MPI_Test(&request, &done, NULL)) // fault: tests_it GC404

#define CASES(C)                                                                                                       \
    C(send) C(ssend) C(isend) C(sendrecv) C(bcast) C(reduce) C(allreduce) C(gather) C(allgather) C(scatter) C(alltoall) \
    C(receive) C(ireceive) C(gathered) C(reduced) C(sent_first) C(sent_last) C(received_first) C(received_last) C(to_a_thread) \
    C(waits) C(waits_for_all) C(tests_it)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
