/* Loops written with while, do and goto that only count; steps other than one; bounds that move and that do not. */
#include <stdio.h>

enum { N = 256 };

static int v[N], w[N];

static void by_while(int n)
{
    int i = 0;
    /* truth: parallel induction(i) */
    while (i < n) {
        v[i] = i * 5 % 17;
        i++;
    }
}

static void from_the_top(int n)
{
    int i = n;
    /* truth: parallel induction(i) */
    while (i-- > 0)
        w[i] = v[i] * 2;
}

/* The counter steps in the middle: before and after it another element is meant. */
static void in_the_middle(int n)
{
    int i = 0;
    /* truth: serial flow(v) distance 1 induction(i) */
    while (i < n - 1) {
        v[i]++;
        i++;
        v[i] += v[i - 1];
    }
}

static void by_do(int n)
{
    int i = 0;
    /* truth: parallel induction(i) -- runs once even for n = 0, which a counted loop would not */
    do {
        w[i] ^= 3;
    } while (++i < n);
}

/* Steps by three, and the last steps are cut short by the bound. */
static void by_three(int n)
{
    /* truth: parallel */
    for (int i = 0; i < n; i += 3)
        /* truth: parallel */
        for (int j = i; j < i + 3 && j < n; j++)
            w[j] += i;
}

/* A step of two, but three elements each: neighbours overlap. */
static void overlapping(int n)
{
    /* truth: serial flow(w) distance 1 */
    for (int i = 0; i + 2 < n; i += 2)
        w[i + 2] += w[i] + w[i + 1];
}

static void doubling(int n)
{
    /* truth: parallel -- powers of two: all different */
    for (int i = 1; i < n; i *= 2)
        v[i] = -v[i];
}

/* The bound is lowered on the way. */
static int shrinking(int n)
{
    int steps = 0;
    /* truth: serial exit flow(n) distance 1 */
    for (int i = 0; i < n; i++) {
        if (v[i] % 2)
            n--;
        steps++;
    }
    return steps;
}

/* The bound is in memory that the body writes: an int like any other. */
static void bound_in_memory(int *restrict to, int *n)
{
    /* truth: parallel -- restrict: to[] and *n are apart */
    for (int i = 0; i < *n; i++)
        to[i] += 9;
}

static void bound_in_the_array(int *to, int *n)
{
    /* truth: guarded alias(to, n) calls(fail) */
    for (int i = 0; i < *n; i++)
        to[i] += 9;
}

/* The counter is changed in the body, under a condition. */
static int skipping(int n)
{
    int sum = 0;
    /* truth: serial exit -- the counter itself is carried */
    for (int i = 0; i < n; i++) {
        sum += v[i];
        if (v[i] > 12)
            i += 2;
    }
    return sum;
}

static int two_counters(int n)
{
    int i, j, sum = 0;
    /* truth: reduction(+: sum) lastprivate(i) */
    for (i = 0, j = n - 1; i < j; i++, j--)
        sum += v[i] * w[j];
    return sum + i;
}

/* Half of it is written from the other half, until the counters meet. */
static void meet(int n)
{
    int i = 0, j = n - 1;
    /* truth: parallel induction(i, j) */
    while (i < j) {
        v[i] = w[j];
        i++;
        j--;
    }
}

static int floating(void)
{
    int n = 0;
    /* truth: serial exit reduction(+: n) -- how often a sum of tenths is below ten is a matter of rounding */
    for (double x = 0; x < 10; x += 0.1)
        n++;
    return n;
}

static int by_goto(int n)
{
    int i = 0, sum = 0;
again:
    if (i < n) {
        sum += w[i];
        i += 4;
        goto again;
    }
    return sum;
}

static unsigned hash(const int *p)
{
    unsigned h = 0;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < N; i++)
        h = h * 31 + (unsigned)p[i];
    return h;
}

int main(void)
{
    int n = N;
    by_while(N);
    from_the_top(N);
    by_do(N);
    by_three(N);
    bound_in_memory(w, &n);
    printf("%08x %08x\n", hash(v), hash(w));
    in_the_middle(20);
    overlapping(30);
    doubling(N);
    v[7] = 20;
    bound_in_the_array(v, &v[7]);
    printf("%08x %08x, %d %d\n", hash(v), hash(w), shrinking(N), skipping(N));
    printf("%d %d %d\n", two_counters(N), by_goto(N), floating());
    meet(N);
    printf("%08x\n", hash(v));
    return 0;
}
