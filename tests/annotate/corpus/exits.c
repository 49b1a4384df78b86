/* Loops with several ways out, and with goto and continue inside; what is found first, what is found at all. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200 };

static int a[N], b[N][N / 4];

static int first_negative(const int *v, int n)
{
    int i;
    /* truth: serial exit lastprivate(i) */
    for (i = 0; i < n; i++)
        if (v[i] < 0)
            break;
    return i;
}

/* Whether there is one: the way out saves time only, and an or over all says the same. */
static int any_negative(const int *v, int n)
{
    /* truth: serial exit -- reads v[i] of later elements only if the earlier ones are not negative */
    for (int i = 0; i < n; i++)
        if (v[i] < 0)
            return 1;
    return 0;
}

static int any_negative_to_the_end(const int *v, int n)
{
    int any = 0;
    /* truth: reduction(||: any) */
    for (int i = 0; i < n; i++)
        any = any || v[i] < 0;
    return any;
}

/* The flag is set by whoever finds one, always to the same: each order gives the same result. */
static int flag(const int *v, int n)
{
    int found = 0;
    /* truth: reduction(||: found) -- an if that stores a constant is an or */
    for (int i = 0; i < n; i++)
        if (v[i] % 50 == 49)
            found = 1;
    return found;
}

/* The last one that fits: a conditional lastprivate. */
static int last_that_fits(const int *v, int n)
{
    int where = -1;
    /* truth: reduction(max: where) -- the last one is the one with the largest index */
    for (int i = 0; i < n; i++)
        if (v[i] % 7 == 0)
            where = i;
    return where;
}

/* The value of the last one: not the largest. */
static int value_of_last(const int *v, int n)
{
    int value = -1;
    /* truth: serial output(value) -- conditional: which iteration is the last to store is not known */
    for (int i = 0; i < n; i++)
        if (v[i] % 7 == 0)
            value = v[i];
    return value;
}

static int out_of_two(int key, int *row, int *column)
{
    /* truth: serial exit */
    for (int i = 0; i < N; i++)
        /* truth: serial exit */
        for (int j = 0; j < N / 4; j++)
            if (b[i][j] == key) {
                *row = i;
                *column = j;
                goto found;
            }
    return 0;
found:
    return 1;
}

/* A row is left early, other rows are not concerned. */
static void rows_left_early(int *restrict count)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        int n = 0;
        /* truth: serial exit reduction(+: n) */
        for (int j = 0; j < N / 4; j++) {
            if (b[i][j] % 61 == 60)
                break;
            n++;
        }
        count[i] = n;
    }
}

/* goto to the end of the body is a continue; to another place within it, an if. */
static long jumps_inside(void)
{
    long sum = 0;
    /* truth: reduction(+: sum) */
    for (int i = 0; i < N; i++) {
        int v = a[i];
        if (v % 3 == 0)
            goto next;
        if (v % 3 == 1)
            goto add;
        v = -v;
    add:
        sum += v;
    next:;
    }
    return sum;
}

static int checked(const int *v, int n)
{
    int sum = 0;
    /* truth: serial exit reduction(+: sum) -- exit() ends the program in the middle; this run never does */
    for (int i = 0; i < n; i++) {
        if (v[i] > 1000000) {
            fprintf(stderr, "too large\n");
            exit(1);
        }
        sum += v[i];
    }
    return sum;
}

static int bounded_search(int *v, int n)
{
    int tries = 0;
    /* truth: serial exit flow(tries) distance 1 */
    for (;;) {
        int at = tries * tries % n;
        if (++tries > 40 || v[at] % 50 == 49)
            break;
        v[at]++;
    }
    return tries;
}

/* Stops writing at the first zero of the input, but goes on: a flag that is carried. */
static void until_zero(const int *restrict from, int *restrict to, int n)
{
    int stopped = 0;
    /* truth: serial flow(stopped) distance 1 */
    for (int i = 0; i < n; i++) {
        if (from[i] == 0)
            stopped = 1;
        to[i] = stopped ? -1 : from[i];
    }
}

int main(void)
{
    static int count[N], copy[N];
    int row = -1, column = -1, sum = 0;
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        a[i] = i * 31 % 97 - (i > 150);
        /* truth: parallel */
        for (int j = 0; j < N / 4; j++)
            b[i][j] = (i + 3) * (j + 7) % 1009;
    }
    printf("%d %d %d %d\n", first_negative(a, N), any_negative(a, N), any_negative_to_the_end(a, N), flag(a, N));
    printf("%d %d %d\n", last_that_fits(a, N), value_of_last(a, N), checked(a, N));
    int found = out_of_two(500, &row, &column);
    printf("%d at %d, %d\n", found, row, column);
    rows_left_early(count);
    until_zero(a, copy, N);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < N; i++)
        sum += count[i] * (i % 5) + copy[i];
    long jumped = jumps_inside();
    printf("%d %ld %d\n", sum, jumped, bounded_search(a, N));
    return 0;
}
