/* Parameters that do overlap when the program runs: shifted copies, in-place updates, rows of one array, a result in the input. */
#include <stdio.h>

enum { N = 400 };

static int buffer[2 * N];

static void copy(int *to, const int *from, int n)
{
    /* truth: guarded alias(to, from) calls(fail) -- one call copies forward by three: a pattern is repeated */
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void copy_apart(int *to, const int *from, int n)
{
    /* truth: guarded alias(to, from) calls(pass) */
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void average(int *out, const int *in, int n)
{
    /* truth: guarded alias(out, in) calls(fail) -- called in place */
    for (int i = 1; i < n - 1; i++)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

/* The same element is read and written: in place is right as well, shifted is not. */
static void square(int *out, const int *in, int n)
{
    /* truth: guarded alias(out, in) calls(pass) -- out == in is harmless; the calls have that or arrays apart */
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i] % 1000;
}

/* *sum lies in the array that is summed. */
static void accumulate(int *sum, const int *v, int n)
{
    /* truth: guarded alias(sum, v) reduction(+: sum[]) calls(fail) unobserved -- one call sums into an element of v: what is carried is on the sum */
    for (int i = 0; i < n; i++)
        *sum += v[i];
}

static void scale(int *v, const int *factor, int n)
{
    /* truth: guarded alias(v, factor) calls(fail) -- the factor is an element of the vector: it changes on the way */
    for (int i = 0; i < n; i++)
        v[i] = v[i] * *factor % 10007;
}

/* With the factor in a local variable nothing can change it. */
static void scale_by_value(int *v, const int *factor, int n)
{
    int f = *factor;
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        v[i] = v[i] * f % 10007;
}

/* One array, two parts: a distance that the caller chooses. */
static void shift(int *v, int n, int by)
{
    /* truth: guarded size(by >= n || by <= 0 - n || by == 0) calls(fail) */
    for (int i = 0; i < n; i++)
        v[i] = v[i + by] + 1;
}

/* The distance is a constant, the length is not. */
static void halves(int *v, int n)
{
    /* truth: guarded size(n <= 100) calls(pass) */
    for (int i = 0; i < n; i++)
        v[i + 100] = v[i] * 2;
}

/* Rows of one matrix as parameters; in one call they are the same row. */
static void eliminate(int *row, const int *pivot, int n)
{
    int f = row[0];
    /* truth: guarded alias(row, pivot) calls(fail) -- in one call both are one row, whose element zero is read by all and written by the first */
    for (int j = 0; j < n; j++)
        row[j] = (row[j] * pivot[0] - pivot[j] * f) % 10007;
}

/* The factor is not kept aside. */
static void eliminate_carelessly(int *row, const int *pivot, int n)
{
    /* truth: serial flow(row) distance 1 */
    for (int j = 0; j < n; j++)
        row[j] = (row[j] * pivot[0] - pivot[j] * row[0]) % 10007;
}

struct view {
    int *data;
    int length;
};

/* Two views of one buffer. */
static void add_views(struct view to, struct view from)
{
    /* truth: guarded alias(to.data, from.data) calls(fail) */
    for (int i = 0; i < to.length && i < from.length; i++)
        to.data[i] += from.data[i];
}

static void reverse_into(int *to, const int *from, int n)
{
    /* truth: guarded alias(to, from) calls(fail) -- in place the second half reads what the first wrote */
    for (int i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
}

static unsigned hash(void)
{
    unsigned h = 7;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < 2 * N; i++)
        h = h * 31 + (unsigned)buffer[i];
    return h;
}

static void reset(void)
{
    /* truth: parallel */
    for (int i = 0; i < 2 * N; i++)
        buffer[i] = i * 17 % 101 + 1;
}

int main(void)
{
    reset(), copy(buffer + 3, buffer, N), copy(buffer + N, buffer, 50), printf("%08x ", hash());
    copy_apart(buffer + N, buffer, N), average(buffer, buffer, N), printf("%08x\n", hash());
    square(buffer, buffer, N), square(buffer, buffer + N, N), printf("%08x ", hash());
    accumulate(buffer + 20, buffer, 40), printf("%08x\n", hash());
    reset(), scale(buffer, buffer + 5, N), printf("%08x ", hash());
    reset(), scale_by_value(buffer, buffer + 5, N), printf("%08x\n", hash());
    shift(buffer + 10, 100, -7), shift(buffer, 100, 200), shift(buffer, 100, 7), halves(buffer, 100), printf("%08x ", hash());
    eliminate(buffer + 20, buffer, 20), eliminate(buffer, buffer, 20), eliminate_carelessly(buffer + 40, buffer, 20);
    printf("%08x\n", hash());
    add_views((struct view){buffer + 1, 60}, (struct view){buffer, 80}), printf("%08x ", hash());
    reverse_into(buffer, buffer, 99), printf("%08x\n", hash());
    return 0;
}
