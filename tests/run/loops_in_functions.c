// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Linear and conditionally lastprivate variables, scans and nests with code between their loops: in device functions, in
 * nested parallel regions of one thread, around and beside simd loops over lanes. */
#include "check.h"

enum { N = 211, M = 13 };

#pragma omp declare target
static long prefixes(long *out, const long *in, int n)
{
    static long total;
#pragma omp single
    total = 0;
#pragma omp for reduction(inscan, +: total)
    for (int i = 0; i < n; i++) {
        total += in[i];
#pragma omp scan inclusive(total)
        out[i] = total;
    }
    return total;
}

static void find(const long *in, int n, int *first_of_last)
{
    int *where = first_of_last;
    static int found;
#pragma omp single
    found = -1;
#pragma omp for lastprivate(conditional: found)
    for (int i = 0; i < n; i++)
        if (in[i] == 5)
            found = i;
#pragma omp single
    *where = found;
}

static void rows(int (*a)[M], int n)
{
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++) {
        int x = 10 * i;
        for (int j = 0; j < M; j++) {
            a[i][j] += x + j;
        }
        x++;
    }
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static long in[N], out[N], out2[N];
    static int a[N][M], line[N], got[N], sums[N][M], last_in_row[N];
    int found = -9, found2 = -9, nested = 0;
    long total = 0, total2 = 0;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        in[i] = i * 37 % 101;
#pragma omp target map(to: in) map(tofrom: out, a, found, total, out2, found2, total2)
    {
#pragma omp parallel
        {
            long t = prefixes(out, in, N);
            if (omp_get_thread_num() == 0)
                total = t;
            find(in, N, &found);
            rows(a, N);
        }
        long t2 = prefixes(out2, in, N); /* sequential code */
        total2 = t2;
        find(in, N, &found2);
    }
    /* threads with lanes: scans and linear variables beside simd loops */
#pragma omp target map(to: in) map(tofrom: line, got, sums, last_in_row)
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < N; i++) {
            int y = i, last = -1;
#pragma omp simd linear(y: 2) lastprivate(conditional: last)
            for (int j = 0; j < M; j++) {
                sums[i][j] = y;
                y += 2;
                if ((i + j) % 5 == 0)
                    last = j;
            }
            got[i] = y;
            last_in_row[i] = last;
        }
#pragma omp for
        for (int i = 0; i < N; i++)
            line[i] = i;
    }
    /* scan in a region whose threads have lanes */
    static long out3[N];
    long s3 = 1;
#pragma omp target map(to: in) map(tofrom: out3, s3, a)
#pragma omp parallel
    {
#pragma omp for reduction(inscan, +: s3)
        for (int i = 0; i < N; i++) {
            s3 += in[i];
#pragma omp scan inclusive(s3)
            out3[i] = s3;
        }
#pragma omp for
        for (int i = 0; i < N; i++) {
#pragma omp simd
            for (int j = 0; j < M; j++)
                a[i][j]++;
        }
    }
#pragma omp target parallel for num_threads(4) map(to: in) map(tofrom: nested)
    for (int t = 0; t < 4; t++) {
        long own = 0;
        int good = 1;
#pragma omp parallel for reduction(inscan, +: own)
        for (int i = 0; i < N; i++) {
            own += in[i];
#pragma omp scan inclusive(own)
            good = own >= in[i] ? good : 0;
        }
        if (good && own > 0)
#pragma omp atomic
            nested++;
    }
    long want = 0;
    int last = -1;
    for (int i = 0; i < N; i++) {
        want += in[i];
        last = in[i] == 5 ? i : last;
        CHECK_INT(out[i], want, "out[%d]", i);
        CHECK_INT(out2[i], want, "sequential: out2[%d]", i);
        CHECK_INT(out3[i], want + 1, "with lanes: out3[%d]", i);
        CHECK_INT(got[i], i + 2 * M, "linear, afterwards: %d", i);
        int in_row = -1;
        for (int j = 0; j < M; j++) {
            CHECK_INT(a[i][j], 10 * i + j + 1, "a[%d][%d]", i, j);
            CHECK_INT(sums[i][j], i + 2 * j, "linear: [%d][%d]", i, j);
            in_row = (i + j) % 5 == 0 ? j : in_row;
        }
        CHECK_INT(last_in_row[i], in_row, "conditional: %d", i);
        CHECK_INT(line[i], i, "line[%d]", i);
    }
    CHECK_INT(total, want, "total");
    CHECK_INT(total2, want, "total of sequential code");
    CHECK_INT(s3, want + 1, "with lanes: total");
    CHECK_INT(found, last, "found");
    CHECK_INT(found2, last, "found by sequential code");
    CHECK_INT(nested, 4, "nested");
    return check_end();
}
