/* Function pointers, pure and impure functions, callbacks with a state, recursion in loops and loops in recursion. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 160 };

typedef double (*unary)(double);
typedef void (*visit)(int index, double value, void *state);

static double xs[N], out[N];
static int calls;

static double square(double x) { return x * x; }

static double counted(double x)
{
    calls++;
    return x + 1;
}

static double damped(double x)
{
    static double before;
    before = 0.5 * before + x;
    return before;
}

static double gcd_scaled(double x)
{
    int a = (int)fabs(x) + 12, b = 18;
    /* truth: serial exit flow(a, b) distance 1 */
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* Which function it is, the caller says. */
static void apply(unary f, const double *restrict from, double *restrict to, int n)
{
    /* truth: serial call(f) -- some of the functions that are passed have a state */
    for (int i = 0; i < n; i++)
        to[i] = f(from[i]);
}

static void apply_square(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        out[i] = square(xs[i]);
}

static void apply_counted(void)
{
    /* truth: histogram(calls) -- counted() adds to a global variable: an atomic update, for a clause does not reach there */
    for (int i = 0; i < N; i++)
        out[i] = counted(xs[i]);
}

static void apply_damped(void)
{
    /* truth: serial call(damped) -- a static variable is carried */
    for (int i = 0; i < N; i++)
        out[i] = damped(xs[i]);
}

static void apply_gcd(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        out[i] = gcd_scaled(xs[i]);
}

/* A table of functions, none of which has a state. */
static double (*const pure[])(double) = {sin, cos, square, fabs};

static void by_table(void)
{
    /* truth: parallel -- the table is constant and its functions are pure */
    for (int i = 0; i < N; i++)
        out[i] = pure[i % 4](xs[i]);
}

static void for_each(const double *v, int n, visit f, void *state)
{
    /* truth: serial call(f) */
    for (int i = 0; i < n; i++)
        f(i, v[i], state);
}

static void sum_up(int index, double value, void *state)
{
    double *s = state;
    s[index % 2] += value;
}

/* A local pointer that is set once is as good as a name. */
static void local_pointer(void)
{
    unary f = square;
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        out[i] += f(xs[i]);
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static long many_fibonacci(int n)
{
    long s = 0;
    /* truth: reduction(+: s) -- a recursion without a state */
    for (int i = 0; i < n; i++)
        s += fibonacci(i);
    return s;
}

static long memo[40];

static long remembered(int n)
{
    if (n < 2)
        return n;
    if (!memo[n])
        memo[n] = remembered(n - 1) + remembered(n - 2);
    return memo[n];
}

static long many_remembered(int n)
{
    long s = 0;
    /* truth: serial flow(memo) -- each order gives the same numbers, but the table is read and written */
    for (int i = 0; i < n; i++)
        s += remembered(i);
    return s;
}

/* The loop is in the recursion: queens on a board, one row a level. */
static int queens(int row, int n, unsigned columns, unsigned up, unsigned down)
{
    int found = 0;
    if (row == n)
        return 1;
    /* truth: reduction(+: found) */
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if (!(columns & bit) && !(up & bit) && !(down & bit))
            found += queens(row + 1, n, columns | bit, (up | bit) << 1, (down | bit) >> 1);
    }
    return found;
}

static int permutations, board[8];

static void permute(int k, int n)
{
    if (k == n) {
        permutations += board[0] < board[n - 1];
        return;
    }
    /* truth: serial flow(board, permutations) distance 1 -- elements are exchanged there and back */
    for (int i = k; i < n; i++) {
        int t = board[k];
        board[k] = board[i];
        board[i] = t;
        permute(k + 1, n);
        board[i] = board[k];
        board[k] = t;
    }
}

static double weigh(void)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += out[i] * (i % 6);
    return s;
}

int main(void)
{
    double state[2] = {0, 0};
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        xs[i] = (i * 17 % 40) * 0.25 - 4;
    /* truth: parallel */
    for (int i = 0; i < 8; i++)
        board[i] = i;
    apply_square(), printf("%.6f ", weigh());
    apply_counted(), printf("%.6f ", weigh());
    apply_damped(), printf("%.6f ", weigh());
    apply_gcd(), printf("%.6f\n", weigh());
    apply(rand() < 0 ? square : damped, xs, out, N), printf("%.6f ", weigh());
    by_table(), local_pointer(), printf("%.6f\n", weigh());
    for_each(out, N, sum_up, state);
    permute(0, 6);
    printf("%.6f %.6f, %d calls, %d queens, %d permutations\n", state[0], state[1], calls, queens(0, 6, 0, 0, 0), permutations);
    printf("%ld %ld\n", many_fibonacci(18), many_remembered(40));
    return 0;
}
