/* restrict, const and types: what they promise, and what they do not. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200 };

static void axpy(int n, float a, const float *restrict x, float *restrict y)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* One restrict is enough: what is reached through y is reached through nothing else. */
static void one_restrict(int n, const float *x, float *restrict y)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        y[i] = x[n - 1 - i];
}

/* const says that this function does not write through x; y may lead to the same. */
static void only_const(int n, const float *x, float *y)
{
    /* truth: guarded alias(x, y) calls(fail) */
    for (int i = 0; i < n; i++)
        y[i] = x[n - 1 - i];
}

/* restrict on what is read does not help if it is read only ... but then nobody may write it through y either. */
static void restrict_on_input(int n, const float *restrict x, float *y)
{
    /* truth: parallel -- an object that is modified must not be reached through x and another pointer */
    for (int i = 0; i < n; i++)
        y[i] += x[(i * 7) % n];
}

/* Both pointers come from the same restrict pointer: that promises nothing between them. */
static void based_on_one(int n, float *restrict p, int off)
{
    float *q = p + off;
    /* truth: guarded size(off >= n || off <= 0 - n || off == 0) calls(fail) */
    for (int i = 0; i < n; i++)
        q[i] = p[i] + 1;
}

/* A restrict pointer that is not used to write: distance in one array. */
static void within_one(int n, float *restrict p)
{
    /* truth: serial flow(p) distance 2 */
    for (int i = 2; i < n; i++)
        p[i] += 0.5f * p[i - 2];
}

/* Different types: a store of a float does not change an int, as the standard has it. */
static void by_type(const int *n, float *y, const int *x)
{
    /* truth: parallel -- an int is not read as a float, and y[] is all that is written */
    for (int i = 0; i < *n; i++)
        y[i] = x[i] * 0.5f;
}

/* Characters may be anything. */
static void by_char(const int *n, unsigned char *y)
{
    /* truth: guarded alias(n, y) calls(pass) */
    for (int i = 0; i < *n; i++)
        y[i] = i;
}

struct pair {
    float *a, *b;
    int n;
};

/* Members without restrict. */
static void members(const struct pair *p)
{
    /* truth: guarded alias(p->a, p->b) calls(pass) -- the members themselves cannot be floats */
    for (int i = 0; i < p->n; i++)
        p->a[i] = p->b[p->n - 1 - i] + i;
}

struct safe_pair {
    float *restrict a;
    const float *restrict b;
    int n;
};

static void restrict_members(const struct safe_pair *p)
{
    /* truth: parallel */
    for (int i = 0; i < p->n; i++)
        p->a[i] = p->b[p->n - 1 - i] + i;
}

/* New memory is apart from everything. */
static float *fresh(int n, const float *x)
{
    float *y = malloc(n * sizeof *y);
    if (!y)
        exit(1);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        y[i] = x[n - 1 - i] * 2;
    return y;
}

/* A local array whose address is given away before the loop. */
static float *leaked;
static void give(float *p) { leaked = p; }

static float local_array(int n)
{
    float t[N], s = 0;
    give(t + 1);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        t[i] = i * 0.25f;
    /* truth: serial flow(t) distance 1 -- leaked is t + 1, as long as nobody changes it */
    for (int i = 0; i < n - 1; i++)
        leaked[i] = t[i] * 0.5f + 1;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n; i++)
        s += t[i];
    leaked = NULL;
    return s;
}

/* static in a parameter's brackets and const arrays of arrays: at least n, and nothing about overlap. */
static void at_least(int n, float out[static 1], const float in[static 1])
{
    /* truth: guarded alias(out, in) calls(pass) */
    for (int i = 0; i < n; i++)
        out[i] = in[i] + 1;
}

static double weigh(const float *v)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += v[i] * (i % 9);
    return s;
}

int main(void)
{
    static float x[N], y[N], z[2 * N];
    static int k[N];
    static unsigned char bytes[N];
    int n = N;
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        x[i] = i % 11;
        y[i] = i % 13;
        k[i] = i * i % 50;
    }
    axpy(N, 0.5f, x, y), one_restrict(N, x, z), restrict_on_input(N, x, y), printf("%.3f %.3f ", weigh(y), weigh(z));
    only_const(N, y, y), printf("%.3f\n", weigh(y));
    based_on_one(N, z, 3), based_on_one(N, z, N), within_one(N, x), printf("%.3f %.3f ", weigh(z), weigh(x));
    by_type(&n, y, k), by_char(&n, bytes), printf("%.3f %d\n", weigh(y), bytes[77]);
    members(&(struct pair){z, y, N}), restrict_members(&(struct safe_pair){x, z + N, N}), at_least(N, y, z);
    float *f = fresh(N, x);
    printf("%.3f %.3f %.3f %.3f\n", weigh(y), weigh(z), weigh(f), local_array(N));
    free(f);
    return 0;
}
