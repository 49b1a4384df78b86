// ROW: atomic compare capture
// SPEC: 5.1 15.8.4
/* Each number is taken once: who wins is told by the captured value. */
#include "check.h"

enum { N = 300 };

int main(int argc, char **argv)
{
    int owner[N], winners[N] = {0}, losers[N] = {0}, seen[N] = {0}, answers[N] = {0}, told[N] = {0}, most = -1, above = 0;
    int lock = 0, count = 0;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        owner[i] = -1;
#pragma omp target teams distribute parallel for map(tofrom: owner, winners, losers, seen, answers, told, most, above)
    for (int i = 0; i < 3 * N; i++) {
        int k = i % N, old = -7, r = 0, v = -5, big = i * 7 % (3 * N);
#pragma omp atomic compare capture
        {
            old = owner[k];
            if (owner[k] == -1) {
                owner[k] = i;
            }
        }
        if (old == -1) {
#pragma omp atomic
            winners[k]++;
        } else {
#pragma omp atomic
            losers[k] += old == k || old == k + N || old == k + 2 * N;
        }
#pragma omp atomic compare capture
        if (seen[k] == 0) {
            seen[k] = i + 1;
        } else {
            v = seen[k];
        }
        if (v != -5 && (v - 1) % N != k) {
#pragma omp atomic
            above++;
        }
#pragma omp atomic compare capture
        {
            r = answers[k] == 1;
            if (r) {
                answers[k] = 1000;
            }
        }
        v = -5;
#pragma omp atomic compare capture
        {
            r = told[k] == 0;
            if (r) {
                told[k] = 9;
            } else {
                v = told[k];
            }
        }
        if (r != (v == -5) || (v != -5 && v != 9)) {
#pragma omp atomic
            above++;
        }
#pragma omp atomic compare capture
        {
            if (most < big) {
                most = big;
            }
            v = most;
        }
        if (v < big) {
#pragma omp atomic
            above++;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(winners[i], 1, "winners of %d", i);
        CHECK_INT(losers[i], 2, "losers of %d", i);
        CHECK(seen[i] > 0 && (seen[i] - 1) % N == i, "else: %d", seen[i]);
        CHECK_INT(answers[i], 0, "never 1");
        CHECK_INT(told[i], 9, "r and else");
    }
    CHECK_INT(most, 3 * N - 1, "maximum");
    CHECK_INT(above, 0, "captured values");
#pragma omp target map(tofrom: lock, count)
#pragma omp parallel num_threads(40)
    {
        int taken = 0;
        while (!taken) { /* a lock */
#pragma omp atomic compare capture acquire
            {
                taken = lock == 0;
                if (taken) {
                    lock = 1;
                }
            }
            if (taken) {
                count++;
#pragma omp atomic write release
                lock = 0;
            }
        }
    }
    CHECK(count > 0 && count <= 40, "threads through the lock: %d", count);
    return check_end();
}
