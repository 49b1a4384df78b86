/* Macros that hide loops, subscripts, bounds and stores: as array libraries and numerical codes have them. */
#include <stdio.h>
#include <stdlib.h>

#define NX 24
#define NY 18
#define FOR_X for (int i = 1; i < NX - 1; i++)
#define FOR_Y for (int j = 1; j < NY - 1; j++)
#define FOR_INNER FOR_Y FOR_X
#define U(i, j) u[(j) * NX + (i)]
#define V(i, j) v[(j) * NX + (i)]
#define SWAP(type, a, b)                                                                                               \
    do {                                                                                                               \
        type swap_ = (a);                                                                                              \
        (a) = (b);                                                                                                     \
        (b) = swap_;                                                                                                   \
    } while (0)
#define SUM(result, array, n)                                                                                          \
    do {                                                                                                               \
        (result) = 0;                                                                                                  \
        for (int s_ = 0; s_ < (n); s_++)                                                                               \
            (result) += (array)[s_];                                                                                   \
    } while (0)
#define FILL(array, n, value)                                                                                          \
    for (size_t f_ = 0; f_ < (size_t)(n); f_++)                                                                        \
    (array)[f_] = (value)
#define EACH(p, array, n) for (p = (array); p < (array) + (n); p++)
#define STORE(at, value) (u[at] = (value), touched++)

static double u[NX * NY], v[NX * NY];
static long touched;

struct item {
    int key, count;
    struct item *next;
};

#define LIST_EACH(p, head) for (struct item *p = (head); p; p = p->next)

static void smooth(void)
{
    /* truth: parallel */
    /* truth: parallel */
    FOR_INNER V(i, j) = 0.2 * (U(i, j) + U(i - 1, j) + U(i + 1, j) + U(i, j - 1) + U(i, j + 1));
}

static void smear(void)
{
    /* truth: parallel -- rows are apart, a row is not */
    FOR_Y
    {
        /* truth: serial flow(u) distance 1 */
        FOR_X U(i, j) = 0.5 * (U(i, j) + U(i - 1, j));
    }
}

/* The macro that stores also counts. */
static void set(int n)
{
    /* truth: reduction(+: touched) */
    for (int k = 0; k < n; k++)
        STORE(k, k * 0.5);
}

static void turn(double *p, int n)
{
    /* truth: parallel */
    for (int k = 0; k < n / 2; k++)
        SWAP(double, p[k], p[n - 1 - k]);
}

/* A subscript macro without parentheses: AT2(i + 1) is not what it seems, 2 * i + 1. */
#define AT2(i) 2 * i
static void evens(void)
{
    /* truth: parallel -- 2 * i + 1 is read, 2 * i written */
    for (int i = 0; i < NX * NY / 2; i++)
        v[AT2(i)] = v[AT2(i + 1)] + 1;
}

#define AT2_RIGHT(i) (2 * (i))
static void evens_next(void)
{
    /* truth: serial anti(v) distance 1 */
    for (int i = 0; i < NX * NY / 2 - 1; i++)
        v[AT2_RIGHT(i)] = v[AT2_RIGHT(i + 1)] + 1;
}

static int pointers(struct item *items, int n)
{
    struct item *p;
    int sum = 0;
    /* truth: parallel */
    EACH(p, items, n)
        p->count = p->key * 3 % 7;
    /* truth: reduction(+: sum) */
    EACH(p, items, n)
        sum += p->count;
    return sum;
}

static int list(struct item *head)
{
    int n = 0;
    /* truth: serial exit reduction(+: n) */
    LIST_EACH(p, head)
    n += p->count;
    return n;
}

#ifdef WITH_DRIFT
#define DRIFT(k) +0.01 * v[k]
#else
#define DRIFT(k)
#endif

/* What the line reads depends on how the program is built. */
static void configured(void)
{
    /* truth: parallel */
    for (int k = 1; k < NX * NY; k++)
        v[k] = u[k] * 0.75 DRIFT(k - 1);
}

int main(void)
{
    struct item *items = calloc(40, sizeof *items);
    double total;
    if (!items)
        return 1;
    /* truth: parallel */
    FILL(v, NX * NY, 1.5);
    set(NX * NY);
    smooth();
    smear();
    turn(u, NX * NY);
    /* truth: reduction(+: total) */
    SUM(total, u, NX * NY);
    printf("%.6f %ld\n", total, touched);
    evens();
    evens_next();
    /* truth: reduction(+: total) */
    SUM(total, v, NX * NY);
    printf("%.6f\n", total);
    configured();
    /* truth: parallel */
    for (int k = 0; k < 40; k++) {
        items[k].key = k * k;
        items[k].next = k < 39 ? &items[k + 1] : NULL;
    }
    int sum = pointers(items, 40);
    /* truth: reduction(+: total) */
    SUM(total, v, NX * NY);
    printf("%.6f %d %d\n", total, sum, list(items));
    free(items);
    return 0;
}
