// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
// RUN: %gantry cc %O --teams-mode=generic --offload-arch=emulated %s -o %t.teams && %run_emulated32 %t.teams
// RUN: %gantry cc %O --parallel-mode=generic --offload-arch=emulated %s -o %t.parallel && %run_emulated64 %t.parallel
// RUN: %gantry cc %O --teams-mode=generic --parallel-mode=generic --simd-group=8 --offload-arch=emulated %s -o %t.both && %run_emulated32 %t.both
/* Clauses of a combined directive whose values a generic kernel's main thread needs; values that only the host has; a
 * reduction over teams and lanes without threads; clauses that are no part of the region. */
#include "check.h"

enum { N = 333 };

static int host_only(int x) { return x + omp_get_max_threads() * 0; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int no = argc > 99, yes = !no, three = 3, a[N] = {0}, threads = 0;
    long sum = 0;

#pragma omp target teams distribute parallel for if(parallel : no) num_threads(three) map(tofrom : a)
    for (int i = 0; i < N; i++)
        a[i] = i + 1000 * (omp_get_num_threads() - 1);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i, "if(parallel: no), %d", i);

#pragma omp target teams distribute parallel for simd if(target : yes) if(parallel : yes) num_threads(three) \
    schedule(static, three) map(tofrom : a) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        a[i] += 1;
        sum += a[i];
    }
    CHECK(sum == N * (N + 1L) / 2, "sum of %d", N);

#pragma omp target parallel num_threads(three) if(yes) map(tofrom : threads)
#pragma omp single
    threads = omp_get_num_threads();
    CHECK(threads >= 1 && threads <= 3, "%d threads", threads);

#pragma omp target parallel num_threads(host_only(three)) map(tofrom : threads)
#pragma omp single
    threads = -omp_get_num_threads();
    CHECK(threads <= -1 && threads >= -3, "%d threads", -threads);

    sum = 0;
#pragma omp target map(tofrom : sum, a)
#pragma omp teams distribute simd reduction(+ : sum) default(none) shared(a)
    for (int i = 0; i < N; i++) {
        a[i] = 2 * i;
        sum += i;
    }
    CHECK(sum == N * (N - 1L) / 2, "teams distribute simd, sum of %d", N);

#pragma omp target teams distribute simd default(shared) order(reproducible : concurrent) device(omp_get_default_device())
    for (int i = 0; i < N; i++)
        a[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i + 1, "order(concurrent), %d", i);
    return check_end();
}
