/* Heads of loops: bodies in the head, effects in subscripts, counters that others change, steps and bounds that are variables. */
#include <stdio.h>

enum { N = 120 };

static int a[N], b[N], limit = 60, at;

static void body_in_the_head(int n)
{
    int i;
    /* truth: parallel */
    for (i = 0; i < n; a[i] = i * 3, i++)
        ;
    /* truth: serial flow(a) distance 1 */
    for (i = 1; i < n; a[i] += a[i - 1] % 7, i++)
        ;
}

/* *to++ = *from++ */
static void pointers(int *restrict to, const int *restrict from, int n)
{
    int *end = to + n;
    /* truth: parallel induction(to, from) */
    while (to != end)
        *to++ = *from++ + 1;
}

static void effects_in_subscripts(int n)
{
    int i = 0, j = 0;
    /* truth: parallel induction(i, j) -- b takes every second element */
    while (i < n) {
        b[j++] = a[i++];
        b[j++] = a[i++] - 1;
    }
    i = 0;
    /* truth: serial flow(a) distance 1 induction(i) -- the second a[i] is the one behind */
    while (i < n - 1) {
        int v = a[i++];
        a[i] = v / 2 + a[i];
    }
}

static void step(int n, int by)
{
    /* truth: parallel -- a step of zero would not end, a step below zero runs out of the array */
    for (int i = 0; i < n; i += by)
        a[i] ^= 5;
}

/* Downwards, with an unsigned counter. */
static void down(unsigned n)
{
    /* truth: parallel */
    for (unsigned i = n; i-- > 0;)
        b[i] = a[i] + b[i];
}

static void not_equal(int *p, int *end)
{
    /* truth: parallel -- p itself is the counter */
    for (; p != end; p++)
        *p += 2;
}

/* The bound is a global that the called function lowers. */
static int lower(int v)
{
    if (v % 5 == 0)
        limit--;
    return v + 1;
}

static void bound_changes(void)
{
    /* truth: serial exit flow(limit) -- how far it goes, lower() says */
    for (int i = 0; i < limit; i++)
        a[i] = lower(a[i]);
}

/* The same bound, and nobody changes it: the array's type is its own, and a[] is not limit. */
static void bound_stays(void)
{
    /* truth: parallel */
    for (int i = 0; i < limit; i++)
        a[i] = b[i] - 1;
}

/* The counter is a global, and the called function looks at it. */
static int peek(void) { return b[at] * 2; }

static void global_counter(int n)
{
    /* truth: serial call(peek) -- a clause gives each thread a counter of its own, but peek() reads the global one */
    for (at = 0; at < n; at++)
        a[at] = peek();
}

/* The counter's address is known to someone. */
static void skip(int *i, int v)
{
    if (v % 9 == 0)
        *i += 1;
}

static void address_taken(int n)
{
    /* truth: serial exit -- skip() changes the counter */
    for (int i = 0; i < n; i++) {
        a[i]++;
        skip(&i, a[i]);
    }
}

/* Two ends, one head. */
static int two_conditions(int n, int m)
{
    int i, s = 0;
    /* truth: reduction(+: s) lastprivate(i) -- the smaller of the two */
    for (i = 0; i < n && i < m; i++)
        s += a[i];
    return s * 1000 + i;
}

/* Or: the larger of the two. */
static int either(int n, int m)
{
    int s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n || i < m; i++)
        s += b[i];
    return s;
}

/* The bound is a call: pure, but called each time; or not pure. */
static int half(int n) { return n / 2; }

static int calls_left = 50;
static int countdown(void) { return calls_left-- > 0; }

static void calls_in_the_head(int n)
{
    int i;
    /* truth: parallel */
    for (i = 0; i < half(n); i++)
        b[i]--;
    /* truth: serial exit flow(calls_left) distance 1 lastprivate(i) */
    for (i = 0; countdown() && i < n; i++)
        b[i] += 2;
    a[0] = i;
}

/* Counters of other types. */
static int types(void)
{
    int s = 0;
    /* truth: reduction(+: s) */
    for (char c = 'a'; c <= 'z'; c++)
        s += c % 5;
    /* truth: reduction(+: s) */
    for (long long i = -10; i <= 10; i += 2)
        s += (int)(i * i);
    /* truth: reduction(+: s) -- 2^k steps: the number of iterations is a logarithm */
    for (unsigned m = 1; m; m <<= 1)
        s += m % 7 == 1;
    /* truth: reduction(+: s) */
    for (const int *p = a + N - 1; p >= a + 1; p -= 2)
        s += *p & 3;
    return s;
}

static unsigned hash(const int *p)
{
    unsigned h = 1;
    int i = N;
    /* truth: serial flow(h) distance 1 */
    do {
        h = h * 31 + (unsigned)p[N - i];
    } while (--i);
    return h;
}

int main(void)
{
    body_in_the_head(N);
    pointers(b, a, N);
    printf("%08x %08x\n", hash(a), hash(b));
    effects_in_subscripts(N);
    step(N, 7);
    down(N);
    not_equal(a + 3, a + 90);
    bound_changes();
    printf("%08x %d ", hash(a), limit);
    bound_stays();
    global_counter(N);
    address_taken(N);
    printf("%08x %08x\n", hash(a), hash(b));
    calls_in_the_head(N);
    printf("%d %d ", two_conditions(N, 70), either(20, 40));
    printf("%d %08x\n", types(), hash(b));
    return 0;
}
