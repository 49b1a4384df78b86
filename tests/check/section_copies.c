// RUN: bash %S/section_copies.sh %gantry %t -O0
/* Copies of sections that do not begin at element 0, of all constructs that make them: the pointer by which such a copy is reached
 * leads before it, into another block, the gap behind one, or beyond a stack. And private copies of arrays of variable length.
 * Without arguments all that is right runs; with a name, and by how much the index is wrong, one case. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 96, LENGTH = 5 };
static long *p, *q; /* of `all` elements each; the section is [lower, lower + length) */
static int lower, length, all, wrong;
static int off; /* by how much the index is wrong */

static void begin(int lo, int n)
{
    lower = lo, length = n, all = lo + n + 8;
    p = calloc((size_t)all, sizeof *p);
    q = calloc((size_t)all, sizeof *q);
}

/* Each of N iterations has added `each` to an element of the section in turn. */
static void end(const char *name, long each)
{
    for (int k = 0; k < all; k++) {
        int m = k - lower;
        long want = m >= 0 && m < length ? each * ((N + length - 1 - m) / length) : 0;
        if (p[k] != want || (q[k] != 0 && q[k] != want)) {
            if (!wrong)
                printf("%s: p[%d] = %ld, q[%d] = %ld, expected %ld\n", name, k, p[k], k, q[k], want);
            wrong = 1;
        }
    }
    free(p);
    free(q);
}
#define SECTION lower : length
#define AT(i) (lower + (i) % length + off)

static void combined(void)
{
#pragma omp target teams distribute parallel for reduction(+ : p[SECTION], q[SECTION])
    for (int i = 0; i < N; i++) {
        p[AT(i)] += 1;
        q[AT(i)] += 1;
    }
}
static void combined_simd(void)
{
#pragma omp target teams distribute parallel for simd reduction(+ : p[SECTION])
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
static void distribute(void)
{
#pragma omp target teams distribute reduction(+ : p[SECTION]) num_teams(3)
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
static void parallel_for(void)
{
#pragma omp target parallel for reduction(+ : p[SECTION])
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
static void parallel(void)
{
#pragma omp target parallel reduction(+ : p[SECTION]) num_threads(7)
    for (int i = omp_get_thread_num(); i < N; i += omp_get_num_threads())
        p[AT(i)] += 1;
}
static void for_alone(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp parallel num_threads(7)
    {
#pragma omp for reduction(+ : p[SECTION])
        for (int i = 0; i < N; i++)
            p[AT(i)] += 1;
    }
}
static void sections(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp parallel num_threads(3)
#pragma omp sections reduction(+ : p[SECTION])
    {
        for (int i = 0; i < N; i += 2)
            p[AT(i)] += 1;
#pragma omp section
        for (int i = 1; i < N; i += 2)
            p[AT(i)] += 1;
    }
}
static void simd(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp simd reduction(+ : p[SECTION])
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
static void simd_in_threads(void)
{
#pragma omp target teams distribute parallel for num_teams(2) map(tofrom : p[0 : all]) reduction(+ : p[SECTION])
    for (int j = 0; j < N; j += 8) {
#pragma omp simd reduction(+ : p[SECTION])
        for (int i = j; i < j + 8; i++)
            p[AT(i)] += 1;
    }
}
static void nested(void)
{
#pragma omp target teams distribute num_teams(3) map(tofrom : p[0 : all]) reduction(+ : p[SECTION])
    for (int g = 0; g < N; g += 32) {
#pragma omp parallel for reduction(+ : p[SECTION])
        for (int h = g; h < g + 32; h += 4)
#pragma omp simd reduction(+ : p[SECTION])
            for (int i = h; i < h + 4; i++)
                p[AT(i)] += 1;
    }
}
/* the team's copy, by its pointer in a parallel region */
static void shared_by_threads(void)
{
#pragma omp target teams num_teams(2) map(tofrom : p[0 : all]) reduction(+ : p[SECTION])
    {
        int t = omp_get_team_num(), teams = omp_get_num_teams();
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (i % teams == t) {
#pragma omp atomic
                p[AT(i)] += 1;
            }
    }
}
static void nested_regions(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp parallel for num_threads(4) reduction(+ : p[SECTION])
    for (int j = 0; j < N; j += 24)
#pragma omp parallel for reduction(+ : p[SECTION])
        for (int i = j; i < j + 24; i++)
            p[AT(i)] += 1;
}

#pragma omp declare target
static void orphan(long *s, int lo, int n)
{
#pragma omp for reduction(+ : s[lo : n])
    for (int i = 0; i < N; i++)
        s[lo + i % n] += 1;
}
static void add(long *s, int k) { s[k] += 1; }
static void tasks(long *s, int lo, int n)
{
    for (int i = 0; i < N / 2; i++)
#pragma omp task in_reduction(+ : s[lo : n])
        s[lo + i % n] += 1;
#pragma omp taskloop in_reduction(+ : s[lo : n]) grainsize(3)
    for (int i = N / 2; i < N; i++)
        s[lo + i % n] += 1;
}
#pragma omp end declare target

static void orphaned(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp parallel num_threads(7)
    orphan(p, lower, length);
}
static void by_functions(void)
{
#pragma omp target teams distribute parallel for reduction(+ : p[SECTION])
    for (int i = 0; i < N; i++)
        add(p, AT(i));
}
static void task_reduction(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp taskgroup task_reduction(+ : p[SECTION])
    tasks(p, lower, length);
}
static void task_modifier(void)
{
#pragma omp target map(tofrom : p[0 : all])
#pragma omp parallel num_threads(3) reduction(task, + : p[SECTION])
#pragma omp single
    tasks(p, lower, length);
}
static void task_reduction_in_threads(void)
{
#pragma omp target teams distribute parallel for num_teams(1) map(tofrom : p[0 : all])
    for (int j = 0; j < 1; j++) {
#pragma omp taskgroup task_reduction(+ : p[SECTION])
        tasks(p, lower, length);
    }
}
static void target_in_reduction(void)
{
    long *s = p;
    int lo = lower, n = length;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s[lo : n])
    for (int i = 0; i < N; i += 24) {
#pragma omp target in_reduction(+ : s[lo : n]) firstprivate(i)
        for (int k = i; k < i + 24; k++)
            s[lo + k % n] += 1;
    }
}
static void allocated(void)
{
#pragma omp target teams distribute parallel for reduction(+ : p[SECTION]) uses_allocators(omp_low_lat_mem_alloc, omp_default_mem_alloc) allocate(omp_default_mem_alloc : p)
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
#pragma omp declare reduction(plus : long : omp_out += omp_in) initializer(omp_priv = 0)
static void declared(void)
{
#pragma omp target teams distribute parallel for reduction(plus : p[SECTION])
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
static void loop(void)
{
#pragma omp target teams loop reduction(+ : p[SECTION])
    for (int i = 0; i < N; i++)
        p[AT(i)] += 1;
}
static void moved(void)
{
#pragma omp target parallel for reduction(+ : p[SECTION])
    for (int i = 0; i < N; i++) {
        long *s = p + lower;
        for (int k = 0; k < i % length; k++)
            s++;
        *s += 1;
    }
}

/* ---- arrays ---- */

static void arrays(void)
{
    long a[400] = {0}, b[40][8] = {{0}};
#pragma omp target teams distribute parallel for map(tofrom : a, b) reduction(+ : a[390 : LENGTH], b[30 : 2][ : ])
    for (int i = 0; i < N; i++) {
        a[390 + i % LENGTH] += 1;
        b[30 + i % 2][i % 8] += 1;
    }
#pragma omp target teams num_teams(2) map(tofrom : a) reduction(+ : a[200 : LENGTH])
#pragma omp parallel for reduction(+ : a[200 : LENGTH])
    for (int i = 0; i < N; i++)
        a[200 + i % LENGTH] += 1;
    for (int i = 0; i < N; i++) {
        a[390 + i % LENGTH] -= 1;
        a[200 + i % LENGTH] -= 2;
        b[30 + i % 2][i % 8] -= 1;
    }
    for (int i = 0; i < 400; i++)
        wrong |= a[i] != 0 || b[i / 10][i % 8] != 0;
}
static void variable_length(void)
{
    int m = length + 20;
    long a[m], b[6][m], store[3 * m], (*t)[m] = (long(*)[m])store;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(store, 0, sizeof store);
#pragma omp target teams distribute parallel for reduction(+ : a[1 : m - 2], b[4 : 2][ : ], t[1 : 2][0 : m])
    for (int i = 0; i < N; i++) {
        a[1 + i % (m - 2)] += 1;
        b[4 + i % 2][i % m] += 1;
        t[1 + i % 2][i % m] += 1;
    }
#pragma omp target map(tofrom : a, b)
#pragma omp parallel num_threads(5)
    {
#pragma omp for reduction(+ : a[m - 3 : 2], b[5 : 1][m - 3 : 2])
        for (int i = 0; i < N; i++) {
            a[m - 3 + i % 2] += 1;
            b[5][m - 3 + i % 2] += 1;
        }
    }
    for (int i = 0; i < N; i++) {
        a[1 + i % (m - 2)] -= 1;
        b[4 + i % 2][i % m] -= 1;
        t[1 + i % 2][i % m] -= 1;
        a[m - 3 + i % 2] -= 1;
        b[5][m - 3 + i % 2] -= 1;
    }
    for (int i = 0; i < m; i++)
        wrong |= a[i] != 0 || b[0][i] != 0 || b[4][i] != 0 || b[5][i] != 0 || t[1][i] != 0 || t[2][i] != 0;
}
static void rows(void)
{
    int n = length + 1;
    long(*t)[3] = calloc((size_t)n, sizeof *t);
#pragma omp target parallel for reduction(+ : t[1 : n - 1][0 : 3])
    for (int i = 0; i < N; i++)
        t[1 + i % (n - 1)][i % 3] += 1;
    for (int i = 0; i < N; i++)
        t[1 + i % (n - 1)][i % 3] -= 1;
    for (int i = 0; i < n; i++)
        wrong |= t[i][0] != 0 || t[i][1] != 0 || t[i][2] != 0;
    free(t);
}
static void private_arrays(void)
{
    int m = length + 1;
    long a[m], b[m], c[m], sum = 0;
    for (int k = 0; k < m; k++)
        a[k] = b[k] = k, c[k] = 0;
#pragma omp target teams num_teams(1) private(a) firstprivate(b) map(tofrom : c) reduction(+ : sum)
    {
        for (int k = 0; k < m; k++)
            a[k] = b[k];
#pragma omp parallel for reduction(+ : c[1 : m - 1], sum)
        for (int i = 0; i < N; i++) {
            c[1 + i % (m - 1)] += b[1];
            sum += a[i % m];
        }
    }
#pragma omp target map(tofrom : sum)
    {
        long d[m];
        for (int k = 0; k < m; k++)
            d[k] = 1;
#pragma omp parallel num_threads(5) private(a)
        {
            for (int k = 0; k < m; k++)
                a[k] = d[k];
#pragma omp barrier
#pragma omp for reduction(+ : sum, d[1 : m - 1]) firstprivate(b)
            for (int i = 0; i < N; i++) {
                sum += a[i % m];
                d[1 + i % (m - 1)] += b[m - 1];
            }
        }
    }
    for (int i = 0; i < N; i++) {
        c[1 + i % (m - 1)] -= 1;
        sum -= i % m + 1;
    }
    for (int k = 0; k < m; k++)
        wrong |= c[k] != 0;
    wrong |= sum != 0;
}

static const struct {
    const char *name;
    void (*f)(void);
    long each;
} cases[] = {
    {"combined", combined, 1},
    {"combined_simd", combined_simd, 1},
    {"distribute", distribute, 1},
    {"parallel_for", parallel_for, 1},
    {"parallel", parallel, 1},
    {"for", for_alone, 1},
    {"sections", sections, 1},
    {"simd", simd, 1},
    {"simd_in_threads", simd_in_threads, 1},
    {"nested", nested, 1},
    {"shared_by_threads", shared_by_threads, 1},
    {"nested_regions", nested_regions, 1},
    {"orphaned", orphaned, 1},
    {"by_functions", by_functions, 1},
    {"task_reduction", task_reduction, 1},
    {"task_modifier", task_modifier, 1},
    {"task_reduction_in_threads", task_reduction_in_threads, 1},
    {"target_in_reduction", target_in_reduction, 1},
    {"allocated", allocated, 1},
    {"declared", declared, 1},
    {"loop", loop, 1},
    {"moved", moved, 1},
    {"arrays", arrays, 0},
    {"variable_length", variable_length, 0},
    {"rows", rows, 0},
    {"private_arrays", private_arrays, 0},
};

int main(int argc, char **argv)
{
    static const int lowers[] = {3, 40, 500}, lengths[] = {LENGTH, 1, 3};
    off = argc > 2 ? atoi(argv[2]) : 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (argc < 2 || strcmp(argv[1], cases[k].name) == 0)
            for (int i = 0; i < 3; i++) {
                begin(lowers[i], lengths[i]);
                cases[k].f();
                end(cases[k].name, cases[k].each);
            }
    return wrong;
}
