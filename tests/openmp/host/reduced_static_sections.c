// ROW: reductions of sections and elements of static arrays on the host, in every construct that reduces
// SPEC: 5.0 5.5.8
// DEVICES: host
#include "check.h"

/* Each iteration holds what it read for a while: without copies of their own threads lose what others add. */
enum { N = 2000, THREADS = 8, REPEATS = 5 };

extern long before[5];
static long g[10];
long shared[4][6];
static struct pair {
    int a, b;
} pairs[5];
#pragma omp declare reduction(both : struct pair : omp_out.a += omp_in.a, omp_out.b += omp_in.b) initializer(omp_priv = {0, 0})

static long slowly(long *at)
{
    volatile long seen = *(volatile long *)at;
    for (volatile int spin = 0; spin < 200; spin++)
        ;
    return seen;
}
#define ADD(place) ((place) = slowly(&(place)) + 1)

static long original(int k) { return g[k]; }

static void loops(int k)
{
    static long local[3][4];
    local[1][2] = before[k] = shared[2][3] = g[k] = 0;
#pragma omp parallel for reduction(+ : g[k : 1], shared[2 : 1][3 : 2]) reduction(+ : local[1][2], before[k : 1])
    for (int i = 0; i < N; i++) {
        ADD(g[k]);
        ADD(shared[2][3]);
        ADD((*&shared)[2][4]);
        ADD(local[1][2]);
        ADD(before[k]);
        if (sizeof g != 10 * sizeof *g || sizeof local[0] != 4 * sizeof(long))
            ADD(g[k]);
    }
    CHECK_INT(g[k], N, "section");
    CHECK_INT(shared[2][3], N, "rows");
    CHECK_INT(shared[2][4], N, "by the address");
    CHECK_INT(local[1][2], N, "element of a static local");
    CHECK_INT(before[k], N, "extern");
    shared[2][4] = 0;
}

static void operators(int k)
{
    static unsigned bits[4], clear[4];
    static double most[6];
    pairs[k] = (struct pair){1, 2};
    bits[1] = 0, clear[2] = ~0u, most[k] = -1;
#pragma omp parallel for reduction(| : bits[1 : 1]) reduction(& : clear[2]) reduction(max : most[k : 1]) reduction(both : pairs[k : 1])
    for (int i = 0; i < N; i++) {
        bits[1] |= 1u << i % 32;
        clear[2] &= ~(1u << i % 16);
        most[k] = i > most[k] ? i : most[k];
        struct pair p = pairs[k];
        for (volatile int spin = 0; spin < 200; spin++)
            ;
        p.a++, p.b += 2;
        pairs[k] = p;
    }
    CHECK_INT(bits[1], ~0u, "or");
    CHECK_INT(clear[2], ~0u << 16, "and");
    CHECK_REAL(most[k], N - 1, 0, "max");
    CHECK_INT(pairs[k].a, N + 1, "declared, first");
    CHECK_INT(pairs[k].b, 2 * N + 2, "declared, second");
}

static void shared_work(int k)
{
#pragma omp for reduction(+ : g[k : 2]) schedule(dynamic, 16)
    for (int i = 0; i < N; i++)
        ADD(g[k + i % 2]);
}

static void in_parallel(int k)
{
    g[k] = g[k + 1] = 0;
#pragma omp parallel
    {
        shared_work(k);
#pragma omp for reduction(+ : g[k : 2])
        for (int i = 0; i < N; i++)
            ADD(g[k + i % 2]);
#pragma omp sections reduction(+ : g[k : 1])
        {
            for (int i = 0; i < N; i++)
                ADD(g[k]);
#pragma omp section
            for (int i = 0; i < N; i++)
                ADD(g[k]);
#pragma omp section
            for (int i = 0; i < N; i++)
                ADD(g[k]);
        }
    }
    CHECK_INT(g[k + 1], N, "for");
    CHECK_INT(g[k], 4 * N, "for and sections");
}

static void parallel(int k)
{
    long seen = 0;
    g[k] = 7;
#pragma omp parallel reduction(+ : g[k : 1]) reduction(+ : seen)
    {
        for (int i = 0; i < N; i++)
            ADD(g[k]);
        seen += original(k) == 7;
#pragma omp barrier
#pragma omp parallel for reduction(+ : g[k : 1]) num_threads(3)
        for (int i = 0; i < N; i++)
            ADD(g[k]);
    }
    CHECK_INT(g[k], 7 + THREADS * 2 * N, "parallel, twice");
    CHECK_INT(seen, THREADS, "functions see the original");
#pragma omp parallel sections reduction(+ : g[k : 1])
    {
        for (int i = 0; i < N; i++)
            ADD(g[k]);
#pragma omp section
        for (int i = 0; i < N; i++)
            ADD(g[k]);
    }
    CHECK_INT(g[k], 7 + THREADS * 2 * N + 2 * N, "parallel sections");
}

static void others(int k)
{
    g[k] = 0;
#pragma omp teams distribute parallel for reduction(+ : g[k : 1]) num_teams(3)
    for (int i = 0; i < N; i++)
        ADD(g[k]);
    CHECK_INT(g[k], N, "teams distribute parallel for");
#pragma omp simd reduction(+ : g[k : 1])
    for (int i = 0; i < N; i++)
        g[k]++;
#pragma omp parallel for simd reduction(+ : g[k : 1])
    for (int i = 0; i < N; i++)
        g[k]++;
    CHECK_INT(g[k], 3 * N, "simd");
}

static void tasks(int k)
{
    g[k] = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop reduction(+ : g[k : 1]) grainsize(50)
        for (int i = 0; i < N; i++)
            ADD(g[k]);
#pragma omp taskgroup task_reduction(+ : g[k : 1])
        {
            for (int i = 0; i < 40; i++)
#pragma omp task in_reduction(+ : g[k : 1])
                for (int j = 0; j < N / 40; j++)
                    ADD(g[k]);
#pragma omp taskloop in_reduction(+ : g[k : 1]) grainsize(50) nogroup
            for (int i = 0; i < N; i++)
                ADD(g[k]);
        }
    }
    CHECK_INT(g[k], 3 * N, "taskloop, task groups");
#pragma omp parallel reduction(task, + : g[k : 1])
    {
        for (int i = 0; i < N; i++)
            ADD(g[k]);
#pragma omp single
        for (int i = 0; i < 40; i++)
#pragma omp task in_reduction(+ : g[k : 1])
            for (int j = 0; j < N / 40; j++)
                ADD(g[k]);
    }
    CHECK_INT(g[k], 4 * N + THREADS * N, "reduction(task)");
}

/* The array's name in clauses of constructs inside */
static void expressions(int k)
{
    static int array[4][10], count[10];
    for (int i = 0; i < 10; i++)
        array[k % 4][i] = count[i] = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4) reduction(+ : array[k % 4][2 : 4])
    {
        array[k % 4][3] += 2;
#pragma omp parallel default(none) shared(array, k) num_threads(array[k % 4][3])
#pragma omp atomic
        array[k % 4][5] += omp_get_num_threads();
#pragma omp parallel for schedule(dynamic, array[k % 4][3]) num_threads(2) reduction(+ : count[array[k % 4][3] : 1])
        for (int i = 0; i < 10; i++)
            count[2]++;
#pragma omp parallel for num_threads(2) reduction(+ : array[k % 4][4 : 2]) if (array[k % 4][2])
        for (int i = 0; i < 10; i++)
            array[k % 4][4 + i % 2]++;
    }
    CHECK_INT(array[k % 4][3], 8, "added");
    CHECK_INT(array[k % 4][4], 4 * 5, "reduced again, first");
    CHECK_INT(array[k % 4][5], 4 * 5 + 4 * 2 * 2, "reduced again, second");
    CHECK_INT(count[2], 40, "element of an element");
}

static void copies(void)
{
    static int array[10];
    int wrong = 0;
    for (int i = 0; i < 10; i++)
        array[i] = i;
#pragma omp parallel num_threads(4) reduction(+ : array[2 : 4]) reduction(+ : wrong)
    {
        array[3] += 1;
#pragma omp parallel num_threads(2) private(array)
        for (int i = 0; i < 10; i++)
            array[i] = 1000;
#pragma omp parallel num_threads(2) firstprivate(array) reduction(+ : wrong)
        {
            wrong += array[3] != 1;
            array[3] = 1000;
        }
#pragma omp parallel for num_threads(2) lastprivate(array)
        for (int i = 0; i < 5; i++) {
            array[2] = array[4] = array[5] = 0;
            array[3] = i;
        }
#pragma omp task firstprivate(array) shared(wrong)
        {
            wrong += array[3] != 4;
            array[3] = 99;
        }
#pragma omp task shared(array)
        array[4]++;
#pragma omp taskwait
#pragma omp single copyprivate(array)
        array[5] = 3;
        wrong += sizeof array != 10 * sizeof(int);
    }
    CHECK_INT(wrong, 0, "first values");
    for (int i = 0; i < 10; i++)
        CHECK_INT(array[i], i + (i == 3) * 16 + (i == 4) * 4 + (i == 5) * 12, "%d", i);
#pragma omp parallel for num_threads(4) reduction(+ : array[2 : 4])
    for (int i = 0; i < 8; i++) {
        array[2]++;
#pragma omp parallel firstprivate(array)
        array[2] = 77;
    }
    CHECK_INT(array[2], 10, "in a loop");
}

long before[5];

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    omp_set_num_threads(THREADS);
    omp_set_dynamic(0);
    for (int i = 0; i < REPEATS; i++) {
        loops(i);
        operators(i);
        in_parallel(i);
        parallel(i);
        others(i);
        tasks(i);
        expressions(i);
        copies();
    }
    return check_end();
}
