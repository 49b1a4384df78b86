// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t
/* Loop transformations. What only a C parser knows of a loop's header. The order in which iterations run shows each. */
#include "check.h"

enum { N = 24, LOW = -3, STEP = 2 };
#define UP_TO(n) ((n) > 0 ? (n), (int)(n) : 0)
#define LOOP(i, n) for (int i = LOW; i < UP_TO(n); i += STEP)
struct pair {
    int first, second;
};

#pragma omp begin declare target
static int where(int *order, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (order[i] == key)
            return i;
    return -1;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int order[64];
    int n = 0, lost = 0;
    struct pair pairs[5] = {{0, 0}};
    check_begin(argc, argv);

#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp reverse
        LOOP(i, 7)
            order[n++] = i;
    }
    CHECK_INT(n, 5, "-3, -1, 1, 3, 5");
    CHECK_INT(order[0], 5, "the last first");

#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp reverse
        for (long i = (long)(char)300; i > (int)sizeof(int[3]); i -= (short)3)
            order[n++] = (int)i;
    }
    CHECK_INT(n, 11, "44 down to 14");
    CHECK_INT(order[0], 14, "the last first");

    /* a bound of -1 is the greatest number where the variable is unsigned */
#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp reverse
        for (unsigned i = -4; i < -1; i++)
            order[n++] = (int)i;
    }
    CHECK_INT(n, 3, "unsigned numbers below the greatest");
    CHECK_INT(order[2], -4, "the first last");

    /* down to 0, with what comes after it as the bound */
#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp tile sizes(4)
        for (unsigned i = N - 1; i != (unsigned)-1; --i)
            order[n++] = (int)i;
    }
    CHECK_INT(n, N, "what wraps");
    CHECK_INT(order[N - 1], 0, "0 is the last");

#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp reverse
        for (unsigned char i = 250; 255 > i; i = i + 1)
            order[n++] = i;
    }
    CHECK_INT(n, 5, "unsigned char");
    CHECK_INT(order[0], 254, "unsigned char, the last first");

#pragma omp target map(tofrom: pairs)
    {
        int t = 0;
#pragma omp reverse
        for (struct pair *p = pairs; p != pairs + 5; p++)
            p->first = ++t;
#pragma omp tile sizes(3)
        for (struct pair *p = &pairs[4]; p >= pairs; p -= STEP)
            p->second = ++t;
    }
    CHECK_INT(pairs[0].first, 5, "a pointer, from the end");
    CHECK_INT(pairs[4].second, 6, "a pointer, down");
    CHECK_INT(pairs[2].second, 7, "a pointer, down by 2");
    CHECK_INT(pairs[1].second, 0, "not in between");

    /* an array of arrays: the variable points to a row */
#pragma omp target map(tofrom: order, n)
    {
        static int rows[6][4];
        n = 0;
#pragma omp reverse
        for (int(*row)[4] = rows; row < rows + 6; row++)
            order[n++] = (int)(row - rows);
    }
    CHECK_INT(n, 6, "rows");
    CHECK_INT(order[0], 5, "the last row first");

    /* what a step adds is known when it runs: a negative one goes down */
    int by = -argc;
#pragma omp target map(tofrom: order, n) firstprivate(by)
    {
        n = 0;
#pragma omp reverse
        for (int i = 5; i > 0; i += by)
            order[n++] = i;
    }
    CHECK_INT(n, (5 + argc - 1) / argc, "a negative step of the run");
    CHECK_INT(order[n - 1], 5, "the first last");

    /* directives over directives, and loops between */
#pragma omp target map(tofrom: order, n, lost)
    {
        n = 0;
#pragma omp tile sizes(2, 3)
        for (int i = 0; i < 4; i++)
#pragma omp reverse
            for (int j = 0; j < 6; j++)
                order[n++] = 10 * i + j;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 6; j++)
                lost += where(order, 24, 10 * i + j) < 0;
    }
    CHECK_INT(n, 24, "tiles of a loop in reverse");
    CHECK_INT(lost, 0, "each once");
    CHECK_INT(order[0], 5, "first the last of row 0");
    CHECK_INT(order[3], 15, "then of row 1");
    CHECK_INT(order[6], 2, "then the next tile");

#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp reverse
#pragma omp interchange
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++)
#pragma omp reverse
                for (int k = 0; k < 2; k++)
                    order[n++] = 100 * i + 10 * j + k;
        }
    }
    CHECK_INT(n, 12, "three loops");
    CHECK_INT(order[0], 11, "the outer is j, from its end; k from its end");
    CHECK_INT(order[2], 111, "then i");
    CHECK_INT(order[11], 200, "the last");

    /* the preprocessor leaves a line marker where many lines are empty */
#pragma omp target map(tofrom: order, n)
    {
        n = 0;
#pragma omp interchange
        for (int i = 0;










             i <










             2; i++)
            for (int j = 0; j < 2; j++)
                order[n++] = 100 * i + j;
    }
    CHECK_INT(n, 4, "lines in a header");
    CHECK_INT(order[1], 100, "i is the inner loop");

    /* 64-bit numbers of iterations, of which few are run */
    long far = 0;
#pragma omp target map(tofrom: far)
    {
#pragma omp reverse
        for (long long i = -0x200000000; i < 0x200000000; i += 0x100000000)
            far = far * 10 + (long)(i / 0x100000000);
    }
    CHECK_INT(far, 1 * 1000 + 0 * 100 - 1 * 10 - 2, "1, 0, -1, -2");
    return check_end();
}
