// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Private copies of declare target variables, and the parallel regions inside that share them. */
#include "check.h"

#pragma omp begin declare target
static long sum = 3, locked = 3, own = 5, first = 6, untouched = 4;
static void orphaned(long *out)
{
#pragma omp parallel for private(own) reduction(+: sum)
    for (int i = 0; i < 4; i++) {
        own = i;
#pragma omp simd reduction(+: sum)
        for (int k = 0; k < 8; k++)
            sum += own;
    }
    *out = sum;
}
#pragma omp end declare target

static void of_teams(void)
{
    long local = 3, wrong = 0, threads[16];
#pragma omp target teams distribute num_teams(4) reduction(+: sum, locked, local) private(own) firstprivate(first)       \
    map(tofrom: local, wrong) map(from: threads)
    for (int j = 0; j < 16; j++) {
        sum += 1;
        own = j;
        first = 6;
#pragma omp parallel num_threads(8)
        {
#pragma omp atomic
            sum += 2;
#pragma omp atomic
            local += 2;
#pragma omp critical
            locked += 2;
#pragma omp single
            {
                threads[j] = omp_get_num_threads();
                first += own;
            }
            if (own != j || first != 6 + j) {
#pragma omp atomic
                wrong += 1;
            }
        }
    }
#pragma omp target update from(sum, locked, own, first)
    long all = 0;
    for (int j = 0; j < 16; j++)
        all += threads[j];
    CHECK_INT(sum, 3 + 16 + 2 * all, "sum");
    CHECK_INT(local, 3 + 2 * all, "local");
    CHECK_INT(locked, 3 + 2 * all, "locked");
    CHECK_INT(wrong, 0, "threads that saw another variable");
    CHECK(own == 5 && first == 6, "the originals: %ld %ld", own, first);
}

static void of_target(void)
{
    long a = 0, b = 0, n = 0;
#pragma omp target private(own) firstprivate(first) map(tofrom: a, b, n)
    {
        own = 7;
        first += 1;
#pragma omp parallel num_threads(8)
        {
#pragma omp atomic
            own += 2;
#pragma omp atomic
            first += 2;
#pragma omp atomic
            untouched += 2;
#pragma omp single
            n = omp_get_num_threads();
        }
        a = own;
        b = first;
    }
#pragma omp target update from(own, first, untouched)
    CHECK_INT(a, 7 + 2 * n, "private");
    CHECK_INT(b, 7 + 2 * n, "firstprivate");
    CHECK(own == 5 && first == 6, "the originals: %ld %ld", own, first);
    CHECK_INT(untouched, 4 + 2 * n, "what has no copy");
}

int main(int argc, char **argv)
{
    long before, after;
    check_begin(argc, argv);
    of_teams();
    of_target();
    before = sum;
#pragma omp target map(from: after)
    orphaned(&after);
    CHECK_INT(after, before + 8 * 6, "in a function");
    return check_end();
}
