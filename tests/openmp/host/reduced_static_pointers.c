// ROW: reductions of sections and elements that static pointers lead to, on the host
// SPEC: 5.0 5.5.8
// DEVICES: host
#include "check.h"

/* Each iteration holds what it read for a while: without copies of their own threads lose what others add. */
enum { N = 2000, THREADS = 8, REPEATS = 3 };

static long data[10], rows[4][6];
static long *g = data, (*grid)[6] = rows;
long *outer = data;

static long slowly(long *at)
{
    volatile long seen = *(volatile long *)at;
    for (volatile int spin = 0; spin < 200; spin++)
        ;
    return seen;
}
#define ADD(place) ((place) = slowly(&(place)) + 1)

static void loops(int k)
{
    static long *local = data + 1;
    data[k] = local[5] = rows[2][3] = rows[2][4] = data[9] = 0;
#pragma omp parallel for reduction(+ : g[k : 1], grid[2 : 1][3 : 2]) reduction(+ : local[5], outer[9])
    for (int i = 0; i < N; i++) {
        ADD(g[k]);
        ADD(grid[2][3]);
        ADD((*(grid + 2))[4]);
        ADD(local[5]);
        ADD(*(outer + 9));
        if (sizeof g != sizeof(long *) || sizeof *grid != 6 * sizeof(long))
            ADD(g[k]);
    }
    CHECK_INT(data[k], N, "section");
    CHECK_INT(rows[2][3], N, "rows");
    CHECK_INT(rows[2][4], N, "by the address");
    CHECK_INT(data[6], N, "element of a static local's");
    CHECK_INT(data[9], N, "extern");
}

static void shared_work(int k)
{
#pragma omp for reduction(+ : g[k : 2]) schedule(dynamic, 16)
    for (int i = 0; i < N; i++)
        ADD(g[k + i % 2]);
}

static void in_parallel(int k)
{
    data[k] = data[k + 1] = 0;
#pragma omp parallel
    {
        shared_work(k);
#pragma omp for reduction(+ : g[k : 2])
        for (int i = 0; i < N; i++)
            ADD(g[k + i % 2]);
#pragma omp loop reduction(+ : g[k : 2])
        for (int i = 0; i < N; i++)
            ADD(g[k + i % 2]);
#pragma omp sections reduction(+ : g[k : 1])
        {
            for (int i = 0; i < N; i++)
                ADD(g[k]);
#pragma omp section
            for (int i = 0; i < N; i++)
                ADD(g[k]);
        }
#pragma omp scope reduction(+ : g[k + 1 : 1])
        ADD(g[k + 1]);
    }
    CHECK_INT(data[k], 3 * N / 2 + 2 * N, "for, loop and sections");
    CHECK_INT(data[k + 1], 3 * N / 2 + THREADS, "for, loop and scope");
}

static void parallel(int k)
{
    long seen = 0, *before = g;
    data[k] = 7;
#pragma omp parallel reduction(+ : g[k : 1]) reduction(+ : seen)
    {
        for (int i = 0; i < N; i++)
            ADD(g[k]);
#pragma omp barrier
#pragma omp parallel for reduction(+ : g[k : 1]) num_threads(3)
        for (int i = 0; i < N; i++)
            ADD(g[k]);
#pragma omp parallel firstprivate(g) num_threads(1) reduction(+ : seen)
        seen += g != before || k >= 0;
    }
    CHECK_INT(data[k], 7 + THREADS * 2 * N, "parallel, twice");
    CHECK_INT(seen, THREADS, "copies of the pointer inside");
    CHECK_INT(g == before, 1, "the pointer itself");
}

static void tasks(int k)
{
    data[k] = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop reduction(+ : g[k : 1]) grainsize(50)
        for (int i = 0; i < N; i++)
            ADD(g[k]);
#pragma omp taskgroup task_reduction(+ : g[k : 1])
        for (int t = 0; t < 20; t++)
#pragma omp task in_reduction(+ : g[k : 1])
            for (int i = 0; i < N / 20; i++)
                ADD(g[k]);
    }
    CHECK_INT(data[k], 2 * N, "taskloop, and a task group");
#pragma omp parallel for reduction(task, + : g[k : 1])
    for (int i = 0; i < 20; i++)
#pragma omp task in_reduction(+ : g[k : 1])
        for (int j = 0; j < N / 20; j++)
            ADD(g[k]);
    CHECK_INT(data[k], 3 * N, "tasks of a loop");
}

static void others(int k)
{
    data[k] = 0;
#pragma omp teams distribute parallel for reduction(+ : g[k : 1]) num_teams(3)
    for (int i = 0; i < N; i++)
        ADD(g[k]);
    CHECK_INT(data[k], N, "teams distribute parallel for");
#pragma omp simd reduction(+ : g[k : 1])
    for (int i = 0; i < N; i++)
        g[k] += 1;
    CHECK_INT(data[k], 2 * N, "simd");
#pragma omp parallel for simd reduction(+ : g[k : 1])
    for (int i = 0; i < N; i++)
        g[k] += 1;
    CHECK_INT(data[k], 3 * N, "for simd");
    g++;
#pragma omp parallel for reduction(+ : g[k - 1])
    for (int i = 0; i < N; i++)
        ADD(g[k - 1]);
    g--;
    CHECK_INT(data[k], 4 * N, "moved before");
}

int main(void)
{
    omp_set_num_threads(THREADS);
    for (int r = 0; r < REPEATS; r++) {
        loops(3);
        in_parallel(4);
        parallel(2);
        tasks(5);
        others(1);
    }
    return check_end();
}
