// RUN: %gantry cc %O -Werror=gantry --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_SINGLE_LAUNCH=0 %run_emulated32 %t
// RUN: for s in 1 2 3 4; do GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_SMS=$((s + 1)) %run_emulated32 %t || exit 1; done
/* Loops of regions as one launch: planes that need what other teams have stored of the plane before, a loop that ends by
 * what it computes, regions of one team between others, and data that only the loop maps. */
#include "check.h"

enum { PLANES = 12 };

/* Each plane needs the one before, mirrored: another team has stored that. */
static void sweep(long n)
{
    long *u = malloc((n + 1) * sizeof *u), *v = malloc((n + 1) * sizeof *v), *first = u, *w;
    long *want = malloc((n + 1) * sizeof *want), *next = malloc((n + 1) * sizeof *next);
    for (long i = 0; i < n; i++)
        u[i] = want[i] = i % 7, v[i] = 0;
    #pragma ompx single_launch
    for (int k = 1; k <= PLANES; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: u[0:n], v[0:n])
        for (long i = 0; i < n; i++)
            v[i] = 3 * u[n - 1 - i] + k;
        w = u;
        u = v;
        v = w;
    }
    for (int k = 1; k <= PLANES; k++) {
        for (long i = 0; i < n; i++)
            next[i] = 3 * want[n - 1 - i] + k;
        memcpy(want, next, n * sizeof *want);
    }
    CHECK(u == first, "%ld: the pointers have changed places an even number of times", n);
    for (long i = 0; i < n; i++)
        CHECK_INT(u[i], want[i], "%ld: plane %d, element %ld", n, PLANES, i);
    free(u), free(v), free(want), free(next);
}

/* Teams by number: more than fit at once, each with memory of its own. Behind them the league is itself again. */
static void numbered(long n)
{
    enum { TEAMS = 40 };
    long *a = calloc((size_t)n + 1, sizeof *a);
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams num_teams(TEAMS) map(tofrom: a[0:n])
        {
            long held[4] = {0};
            #pragma omp parallel for
            for (int j = 0; j < 4; j++)
                held[j] += omp_get_team_num() * 4 + j;
            #pragma omp parallel for
            for (long i = 0; i < n; i++)
                if (i % omp_get_num_teams() == omp_get_team_num())
                    a[i] += held[i & 3] + k;
        }
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (long i = 0; i < n; i++)
            a[i] = 2 * a[i] + 1;
    }
    for (long i = 0; i < n; i++) {
        long want = 0;
        for (int k = 0; k < 3; k++)
            want = 2 * (want + i % TEAMS * 4 + (i & 3) + k) + 1;
        CHECK_INT(a[i], want, "%ld: teams by number, element %ld", n, i);
    }
    free(a);
}

/* Halves until the greatest change is small: known beforehand how often that is. */
static void converge(long n)
{
    double *a = malloc((n + 1) * sizeof *a), change = 1;
    int turns = 0;
    for (long i = 0; i < n; i++)
        a[i] = 1024;
    #pragma omp target data map(tofrom: a[0:n])
    {
        #pragma ompx single_launch
        while (change > 1 && turns < 50) {
            change = 0;
            #pragma omp target teams distribute parallel for reduction(max: change) map(tofrom: change)
            for (long i = 0; i < n; i++) {
                double half = a[i] / 2;
                change = fmax(change, a[i] - half);
                a[i] = half;
            }
            turns++;
        }
    }
    CHECK_INT(turns, n ? 0 : 0, "%ld: it begins with a change that is small enough", n);
    change = 2000;
    #pragma omp target data map(tofrom: a[0:n])
    {
        #pragma ompx single_launch
        do {
            change = 0;
            #pragma omp target teams distribute parallel for reduction(max: change) map(tofrom: change)
            for (long i = 0; i < n; i++) {
                double half = a[i] / 2;
                change = fmax(change, a[i] - half);
                a[i] = half;
            }
            turns++;
        } while (change > 1 && turns < 50);
    }
    CHECK_INT(turns, n ? 10 : 1, "%ld: turns", n);
    CHECK_REAL(change, n ? 1 : 0, 0, "%ld: the last change", n);
    for (long i = 0; i < n; i++)
        CHECK_REAL(a[i], 1, 0, "%ld: element %ld", n, i);
    free(a);
}

/* A sum of all teams goes by value into the next region; one team does something in between; one region is left out in
 * some turns. */
static void several(long n)
{
    long *a = malloc((n + 1) * sizeof *a), sum = 0, total = 0, want = 0, wanted = 0;
    long *b = malloc((n + 1) * sizeof *b), few[4] = {1, 2, 3, 4};
    for (long i = 0; i < n; i++)
        a[i] = b[i] = i % 5;
    #pragma ompx single_launch
    for (int k = 0; k < 5; k++) {
        sum = k;
        #pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum) map(to: a[0:n])
        for (long i = 0; i < n; i++)
            sum += a[i];
        #pragma omp target parallel for map(tofrom: few)
        for (int i = 0; i < 4; i++)
            few[i] += sum % 10;
        if (k % 2) {
            #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (long i = 0; i < n; i++)
                a[i] = (a[i] + sum + few[i % 4]) % 11;
        }
        total += sum;
    }
    long other[4] = {1, 2, 3, 4};
    for (int k = 0; k < 5; k++) {
        want = k;
        for (long i = 0; i < n; i++)
            want += b[i];
        for (int i = 0; i < 4; i++)
            other[i] += want % 10;
        for (long i = 0; i < n && k % 2; i++)
            b[i] = (b[i] + want + other[i % 4]) % 11;
        wanted += want;
    }
    CHECK_INT(sum, want, "%ld: the last sum", n);
    CHECK_INT(total, wanted, "%ld: all sums", n);
    for (int i = 0; i < 4; i++)
        CHECK_INT(few[i], other[i], "%ld: few %d", n, i);
    for (long i = 0; i < n; i++)
        CHECK_INT(a[i], b[i], "%ld: element %ld", n, i);
    free(a), free(b);
}

/* Sections of one block that overlap, by two names: each region maps its own, so that they cannot stand together; within
 * what is mapped already they can. */
static void overlapping(long n)
{
    int *a = calloc(n + 6, sizeof *a), *b = a + 5;
    for (int inside = 0; inside < 2; inside++) {
        #pragma omp target data map(tofrom: a[0:n + 5]) if(inside)
        #pragma ompx single_launch
        for (int k = 0; k < 3; k++) {
            #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (long i = 0; i < n; i++)
                a[i] += 1;
            #pragma omp target teams distribute parallel for map(tofrom: b[0:n])
            for (long i = 0; i < n; i++)
                b[i] += 2;
        }
    }
    for (long i = 0; i < n + 5; i++)
        CHECK_INT(a[i], (i < n) * 6 + (i >= 5) * 12, "%ld: element %ld", n, i);
    free(a);
}

/* Variables of the loop's own code that have no address, or are aligned, and a structure whose type has no name elsewhere. */
static void storage(long n)
{
    int *a = calloc(n + 1, sizeof *a), k;
    register int r = 2;
    short before = 1;
    _Alignas(64) long aligned = 3;
    char behind = 4;
    struct {
        int x, y;
    } pair = {1, 5}, *to = malloc((n + 1) * sizeof *to);
    for (long i = 0; i < n; i++)
        to[i].x = 0;
    #pragma ompx single_launch
    for (k = 0; k < 3; k++) {
        r += 2, before++, behind--;
        aligned ^= r;
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n], to[0:n])
        for (long i = 0; i < n; i++) {
            a[i] += (int)aligned + r + pair.x;
            to[i].x += pair.y;
        }
    }
    CHECK(r == 8 && before == 4 && behind == 1 && aligned == (3 ^ 4 ^ 6 ^ 8), "%ld: %d %d %d %ld", n, r, before, behind, aligned);
    for (long i = 0; i < n; i++)
        CHECK(a[i] == (3 ^ 4) + (3 ^ 4 ^ 6) + (3 ^ 4 ^ 6 ^ 8) + 4 + 6 + 8 + 3 && to[i].x == 15, "%ld: element %ld: %d %d", n, i, a[i], to[i].x);
    free(a), free(to);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        sweep(n);
        numbered(n);
        converge(n);
        several(n);
        overlapping(n);
        storage(n);
    }
    return check_end();
}
