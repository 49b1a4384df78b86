// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_emulated32 %t && %run_emulated64 %t
// LABELS: run
/* Launches: shapes at the edges of what hardware takes, empty loops, many parameters, many launches, host
 * threads. */
#include "../run/check.h"

static void shape(int teams, int threads, long n) {
    int *a = check_alloc((size_t)n * sizeof *a);
    long wrong = 0;
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) map(tofrom : a [0:n])
    for (long i = 0; i < n; i++)
        a[i] += (int)i + 1;
    for (long i = 0; i < n; i++)
        wrong += a[i] != (int)i + 1;
    CHECK_INT(wrong, 0, "num_teams(%d) thread_limit(%d), n=%ld", teams, threads, n);
    free(a);
}

static void shapes(void) {
    static const int teams[] = {1, 2, 133, 4099}, threads[] = {1, 31, 32, 33, 128, 1000, 1024, 5000};
    for (unsigned t = 0; t < sizeof teams / sizeof *teams; t++)
        for (unsigned k = 0; k < sizeof threads / sizeof *threads; k++)
            shape(teams[t], threads[k], teams[t] > 1000 ? 5003 : 1009);
}

static void defaults(void) {
    static const long sizes[] = {0, 1, 31, 33, 1000, 1000003};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        long n = sizes[k], sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
        for (long i = 0; i < n; i++)
            sum += i;
        CHECK_INT(sum, n * (n - 1) / 2, "default shape, n=%ld", n);
    }
}

struct block {
    double x[100];
};
static void parameters(void) {
    struct block a, b, c, d;
    for (int i = 0; i < 100; i++)
        a.x[i] = i, b.x[i] = 2 * i, c.x[i] = 3 * i, d.x[i] = 4 * i;
    double sum = 0;
#pragma omp target firstprivate(a, b, c, d) map(tofrom : sum)
    for (int i = 0; i < 100; i++)
        sum += a.x[i] + b.x[i] + c.x[i] + d.x[i];
    CHECK_REAL(sum, 49500, 0, "3,200 bytes of parameters");
    char c1 = 1;
    short s1 = 2;
    float f1 = 3;
    long l1 = 4;
    _Bool b1 = 1;
#pragma omp target firstprivate(c1, s1, f1, l1, b1) map(from : sum)
    sum = c1 + s1 + f1 + l1 + b1;
    CHECK_REAL(sum, 11, 0, "parameters of mixed sizes");
}

static void many(void) {
    enum { N = 1000 };
    int x = 0;
    double begin = 0;
#pragma omp target data map(tofrom : x)
    {
        begin = omp_get_wtime();
        for (int i = 0; i < N; i++) {
#pragma omp target map(tofrom : x)
            x++;
        }
        printf("launch and wait: %.2f us\n", (omp_get_wtime() - begin) * 1e6 / N);
    }
    CHECK_INT(x, N, "%d launches", N);
}

static void host_threads(void) {
    int wrong = 0;
#pragma omp parallel for num_threads(8) reduction(+ : wrong)
    for (int t = 0; t < 8; t++) {
        int a[100];
        for (int k = 0; k < 50; k++) {
#pragma omp target teams distribute parallel for map(from : a)
            for (int i = 0; i < 100; i++)
                a[i] = i * t + k;
            for (int i = 0; i < 100; i++)
                wrong += a[i] != i * t + k;
        }
    }
    CHECK_INT(wrong, 0, "launches by 8 host threads");
}

int main(int argc, char **argv) {
    check_begin(argc, argv);
    shapes();
    defaults();
    parameters();
    many();
    host_threads();
    return check_end();
}
