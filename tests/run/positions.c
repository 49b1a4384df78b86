// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Pragmas in odd places: after if, else, case and labels, in macros, several on a line, in long clauses. */
#include "check.h"

static int after_if(int which)
{
    int x = 0;
    if (which == 0)
#pragma omp target map(tofrom: x)
        x = 10;
    else if (which == 1)
#pragma omp target parallel for reduction(+: x)
        for (int i = 0; i < 5; i++)
            x += 4;
    else
#pragma omp target map(tofrom: x)
    {
        x = 30;
        x++;
    }
    return x;
}

static int in_switch(int which)
{
    int x = 1;
    switch (which) {
    case 0:
#pragma omp target map(tofrom: x)
        x += 1;
        break;
    case 1:
    case 2:
#pragma omp target map(tofrom: x)
    {
        x += 2;
    } /* falls through */
    case 3:
#pragma omp target teams distribute parallel for reduction(+: x)
        for (int i = 0; i < 3; i++)
            x += i;
        break;
    default:
#pragma omp target map(tofrom: x)
        x = -1;
    }
    return x;
}

static int in_loops(int n)
{
    int x = 0, k = 0;
    for (int i = 0; i < n; i++)
#pragma omp target map(tofrom: x)
        x += i;
    while (k < n)
#pragma omp target map(tofrom: x, k)
    {
        x += 100;
        k++;
    }
    do
#pragma omp target map(tofrom: x, k)
    {
        x += 1000;
        k--;
    }
    while (k > 0);
    return x;
}

static int at_labels(int again)
{
    int x = 0;
start:
#pragma omp target map(tofrom: x)
    x += 7;
    if (again-- > 0)
        goto start;
    goto end;
end:
    return x;
}

#define PARALLEL_FOR _Pragma("omp target teams distribute parallel for")
#define REGION(list) DO_PRAGMA(omp target map(tofrom: list))
#define DO_PRAGMA(x) _Pragma(#x)
#define LENGTH 20

static void in_macros(void)
{
    int a[LENGTH] = {0}, x = 0, y = 0;
    PARALLEL_FOR
    for (int i = 0; i < LENGTH; i++)
        a[i] = i;
    REGION(x) x = 5;
    REGION(y) { y = x + 1; }
    for (int i = 0; i < LENGTH; i++)
        CHECK_INT(a[i], i, "_Pragma in a macro, element %d", i);
    CHECK_INT(x * 10 + y, 56, "macros with arguments");

    _Pragma("omp target map(tofrom: x)") x++; _Pragma("omp target map(tofrom: y)") y++;
    CHECK_INT(x * 10 + y, 67, "two regions on one line");
    _Pragma("omp target map(tofrom: a)") _Pragma("omp teams") _Pragma("omp distribute") for (int i = 0; i < 9; i++) a[i]++;
    for (int i = 0; i < LENGTH; i++)
        CHECK_INT(a[i], i < 9 ? i + 1 : i, "three directives on one line, element %d", i);
#define SUM(result)                                                                                          \
    DO_PRAGMA(omp target parallel for reduction(+: result)) for (int i = 0; i < LENGTH; i++) result += a[i]
    x = y = 0;
    SUM(x); SUM(y);
    CHECK_INT(x, LENGTH * (LENGTH - 1) / 2 + 9, "the same macro, first use");
    CHECK_INT(y, x, "the same macro, second use");
}

#define N LENGTH
static void clauses_with_macros(void)
{
    int a[N] = {0};
    const int low = 2;
    #pragma omp target teams distribute parallel for map(tofrom: a[low:N - low]) num_teams(N / 10) \
        thread_limit(4 * low) \
        schedule(static, \
                 low)
    for (int i = low; i < N; i++)
        a[i] = i * LENGTH;
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i >= low ? 20 * i : 0, "macros and continued lines in clauses, element %d", i);
    #   pragma   omp   target   map ( tofrom : a [ 0 : N ] )   /* a comment */ map(to:low) // and another
    {
        a[0] = low;
    }
    CHECK_INT(a[0], 2, "spaces and comments in a directive");
    _Pragma("omp target map(tofrom: a[0:1])")
    /* a comment between the directive and its statement */
    a[0] += 1;
    CHECK_INT(a[0], 3, "a comment between the directive and its statement");
#pragma omp target teams distribute parallel for map(tofrom: a), num_teams(2), thread_limit(8)
    for (int i = 0; i < N; i++)
        a[i] = -i;
    CHECK_INT(a[19], -19, "commas between clauses");
}

/* no braces anywhere */
static void nested_without_braces(int on)
{
    int a[4][6] = {{0}}, count = 0;
    if (on)
        for (int r = 0; r < 2; r++)
            if (r == 1)
#pragma omp target teams distribute map(tofrom: a)
                for (int i = 0; i < 4; i++)
                    if (i != 2)
#pragma omp parallel for
                        for (int j = 0; j < 6; j++)
                            a[i][j] = j % 2 ? i * 10 + j : -1;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++)
            count += a[i][j] == (!on || i == 2 ? 0 : j % 2 ? i * 10 + j : -1);
    CHECK_INT(count, 24, "nested without braces, %d", on);
}

/* stand-alone directives between declarations and statements */
static void between_declarations(void)
{
    int a[3] = {1, 2, 3};
#pragma omp target enter data map(to: a)
    int b = 4;
#pragma omp target map(tofrom: b)
    b += a[1];
    int c = b;
#pragma omp target exit data map(delete: a)
    CHECK_INT(c, 6, "directives between declarations");
    {
#pragma omp target data map(tofrom: a) if (c > 100)
        {
#pragma omp target
            a[0] = 9;
        }
    }
    CHECK_INT(a[0], 9, "directive at the start of a block");
}

/* regions inside statement expressions and other odd C */
static void odd_statements(void)
{
    int x = 1, y;
    y = ({
        int t = 5;
#pragma omp target map(tofrom: t)
        t *= 2;
        t + x;
    });
    CHECK_INT(y, 11, "in a statement expression");
#pragma omp target map(tofrom: x)
    if (x == 1)
        x = 2;
    else
        x = 3;
    CHECK_INT(x, 2, "an if as the region");
#pragma omp target map(tofrom: x)
    switch (x) {
    case 2:
        x = 20;
        break;
    default:
        x = 30;
    }
    CHECK_INT(x, 20, "a switch as the region");
#pragma omp target map(tofrom: x)
    for (;;) {
        x++;
        if (x > 25)
            break;
        else
            continue;
    }
    CHECK_INT(x, 26, "an endless loop with a break as the region");
#pragma omp target map(tofrom: x)
    do
        x -= 5;
    while (x > 10);
    CHECK_INT(x, 6, "a do loop as the region");
#pragma omp target map(tofrom: x)
    {
        int i = 0;
    again:
        x += i;
        if (++i < 4)
            goto again;
    }
    CHECK_INT(x, 12, "goto and label inside the region");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    CHECK_INT(after_if(0), 10, "behind if");
    CHECK_INT(after_if(1), 20, "behind else if");
    CHECK_INT(after_if(2), 31, "behind else");
    CHECK_INT(in_switch(0), 2, "behind case");
    CHECK_INT(in_switch(2), 6, "behind two cases, falling through");
    CHECK_INT(in_switch(3), 4, "loop behind case");
    CHECK_INT(in_switch(9), -1, "behind default");
    CHECK_INT(in_loops(4), 6 + 400 + 4000, "bodies of loops");
    CHECK_INT(at_labels(2), 21, "behind a label");
    in_macros();
    clauses_with_macros();
    nested_without_braces(0);
    nested_without_braces(1);
    between_declarations();
    odd_statements();
    return check_end();
}
