// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA201\]' said | grep -qx 8 && env COLUMNS=9999 %gantry explain GA201 | grep -q 'target data'
// What is proposed, pasted in, gives the same results with fewer copies, and is not proposed again.
// RUN: env COLUMNS=9999 %gantry explain -w --json %s > all.json && python3 %S/only.py GA201 all.json found.json && python3 %S/paste.py found.json %s pasted.c && env COLUMNS=9999 %gantry explain -w pasted.c | %not grep 'GA201\]'
// RUN: %gantry cc -w -O1 --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated64 %t.old > old64 && %run_emulated64 %t.new | cmp - old64
// RUN: GANTRY_PROFILE=old.json %run_emulated32 %t.old | cmp - old64 && GANTRY_PROFILE=new.json %run_emulated32 %t.new | cmp - old64 && python3 %S/transfers.py old.json new.json 'plain 60 3' 'reads 40 6' 'stores 60 22' 'both_ways 40 4' 'called 40 22' 'data_inside 40 2' 'nested 120 22' 'short_loop 4 4' 'ends 40 40' 'other_name 40 40' 'hidden 40 40' 'on_condition 40 40' 'scratch 20 20' 'changing 40 40' 'resident 2 2' 'in_switch 40 40' 'jumps 40 40' 'head 40 40' 'unseen_section 40 40' 'by_return 40 40' 'by_getter 40 40' 'sorted 40 40' 'cleaned 40 40' 'leaves 40 40'
/* Data that a loop maps again and again, with all that the host does in between; and data that must go and come. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 64, STEPS = 20 };
static double field[N], table[N];
static double total;
static void show(const char *what, double x) { printf("%s %.17g\n", what, x); }

// CHECK-DAG: maps.c:[[# @LINE + 9]] plain: 'a[0:n]', 'b[0:n]' are copied again in each turn of this loop [GA201]
// CHECK-DAG: costs 89 times the time: 3 copies in each of 1024 turns or so; where the data stays 0, and 3 in all
// CHECK-DAG: write #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
/* nothing of the host in between */
static void plain(int n, int steps)
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 1;
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
        for (int i = 0; i < n; i++)
            a[i] += b[i] * k;
    }
    for (int i = 0; i < n; i++)
        show("plain", a[i]);
    free(a);
    free(b);
}
// CHECK-DAG: reads: 'a[0:n]' is copied again
// CHECK-DAG: and #pragma omp target update from(a[0:n])
/* the host reads now and then */
static void reads(int n, int steps)
{
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        if (k % 5 == 0) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += a[i];
            show("reads", sum);
        }
    }
    show("reads", a[n - 1]);
    free(a);
}
// CHECK-DAG: stores: 'field' is copied again in each turn of this loop [GA201]
// CHECK-DAG: write #pragma omp target data map(tofrom: field){{$}}
/* the host stores: the value of a boundary */
static void stores(int n, int steps)
{
    for (int k = 0; k < steps; k++) {
        table[0] = k;
#pragma omp target teams distribute parallel for map(tofrom: field) map(to: table)
        for (int i = 0; i < n; i++)
            field[i] += table[i] + 1;
    }
    show("stores", field[0] + field[n - 1]);
}
/* two regions, the first one's result is the other's; a while loop with a scalar that is mapped */
static void two(int n, const double *restrict x)
{
    double *a = malloc(n * sizeof *a), err = 100;
    int turns = 0;
    memset(a, 0, n * sizeof *a);
    while (err > 10 && turns < 30) {
        err = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: x[0:n])
        for (int i = 0; i < n; i++)
            a[i] = (a[i] + x[i]) / 2;
#pragma omp target teams distribute parallel for map(to: a[0:n], x[0:n]) map(tofrom: err) reduction(+: err)
        for (int i = 0; i < n; i++)
            err += a[i] > x[i] ? a[i] - x[i] : x[i] - a[i];
        turns++;
    }
    show("two", turns);
    show("two", a[n - 1]);
    free(a);
}
static double largest(int n, const double *a)
{
    double top = a[0];
    for (int i = 1; i < n; i++)
        top = a[i] > top ? a[i] : top;
    return top;
}
/* a function of the host reads it */
static void called(int n, int steps)
{
    double a[N];
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < n; i++)
            a[i] += k;
        total += largest(n, a);
    }
    show("called", a[3] + total);
}
/* a data construct within the loop */
static void data_inside(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < steps; k++) {
#pragma omp target data map(tofrom: a[0:n])
        {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++)
                a[i] += k;
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++)
                a[i] *= 2;
        }
    }
    show("data_inside", a[n - 1]);
    free(a);
}
/* no copies in a turn but the loop is around another */
static void nested(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < steps; k++) {
        for (int l = 0; l < 3; l++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (int i = 0; i < n; i++)
                a[i] += k + l;
        }
        show("nested", a[0]);
    }
    free(a);
}
/* The host stores to a part: all of it must come before, and go back after. */
// CHECK-DAG: both_ways: 'a[0:n]' is copied again
// CHECK-DAG: and #pragma omp target update to(a[0:n])
static void both_ways(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        if (k == 3) {
            a[1] = -a[2];
        }
    }
    show("both_ways", a[n - 1] + a[0]);
    free(a);
}
static void short_loop(int n)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < 2; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
    show("short_loop", a[0]);
    free(a);
}
/* A structured block has one exit. */
static void ends(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        if (k == steps - 1) {
            show("ends", a[0]);
            free(a);
            return;
        }
    }
}
static void other_name(int n, int steps)
{
    double *a = calloc(n, sizeof *a), *p = a + 1;
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        p[0] += 1;
    }
    show("other_name", a[1]);
    free(a);
}
static double *kept;
static void change(void) { kept[2] += 1; }
static void keep(double *a) { kept = a; }
static void hidden(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    keep(a);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        change();
    }
    show("hidden", a[2]);
    free(a);
}
/* Where the condition is false the host runs the region, on its own data. */
static void on_condition(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(n > k)
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
    show("on_condition", a[2]);
    free(a);
}
/* scratch that the region stores to and does not send back */
static void scratch(int n, int steps)
{
    double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(to: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        b[k] = a[k];
    }
    show("scratch", b[3] + a[0]);
    free(a);
    free(b);
}
/* another section in each turn */
static void changing(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[k:n - k])
        for (int i = k; i < n; i++)
            a[i] += k;
    }
    show("changing", a[n - 1]);
    free(a);
}
static void resident(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
#pragma omp target data map(tofrom: a[0:n])
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
    show("resident", a[n - 1]);
    free(a);
}
/* read between the parentheses of the loop, where no directive can stand */
static void head(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    for (int k = 0; a[0] < 190 && k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
    show("head", a[n - 1]);
    free(a);
}
static int length;
static void set_length(int n) { length = n; }
static void unseen_section(int n, int steps)
{
    double *a = calloc(n, sizeof *a);
    set_length(n);
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:length])
        for (int i = 0; i < n / 2; i++)
            a[i] += k;
        set_length(n - k);
    }
    show("unseen_section", a[0]);
    free(a);
}
/* another name has what a function returned */
static double *same(double *p) { return p; }
static void by_return(int n, int steps)
{
    double *a = calloc(n, sizeof *a), *q = same(a);
    for (int k = 0; k < steps; k++) {
        q[3] += k;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += a[i] * 0.5 + k;
    }
    show("by_return", a[3]);
    free(a);
}
static double whole[N];
static double *getter(void) { return whole; }
static void by_getter(int n, int steps)
{
    double *q = getter();
    for (int k = 0; k < steps; k++) {
        q[3] += k;
#pragma omp target teams distribute parallel for map(tofrom: whole)
        for (int i = 0; i < n; i++)
            whole[i] += whole[i] * 0.5 + k;
    }
    show("by_getter", whole[3]);
}

/* In front of a `case` no directive is met. */
static void in_switch(int n, int steps)
{
    double *a = calloc(n, sizeof *a), sum = 0;
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k + 1;
        switch (k % 4) {
        case 0:
            sum += a[k % n];
            break;
        case 1:
            a[1] = k;
        default:
            sum += 1;
        }
    }
    show("in_switch", sum + a[1]);
    free(a);
}

/* A loop that is left by a jump out of a function */
static jmp_buf out;
static void jump(int k, int steps)
{
    if (k == steps - 1)
        longjmp(out, 1);
}
static void jumps(int n, int steps)
{
    static double a[N];
    if (!setjmp(out))
        for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
            for (int i = 0; i < N; i++)
                a[i] += k;
            jump(k, steps);
        }
    show("jumps", a[3] + n);
}

/* A function of a library calls one of the file, which reads the array. */
static double weights[N];
static int by_weight(const void *x, const void *y)
{
    double u = weights[*(const int *)x], v = weights[*(const int *)y];
    return (u > v) - (u < v);
}
static void sorted(int n, int steps)
{
    int order[N], sum = 0;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: weights)
        for (int i = 0; i < n; i++)
            weights[i] = weights[i] * 0.5 + (i * 7 + k) % 31;
        qsort(order, n, sizeof *order, by_weight);
        sum = sum * 3 + order[k];
    }
    show("sorted", sum);
}

/* A function that runs where a variable's scope ends reads the array. */
static double looked[N], seen;
static void looks(int *i) { seen = seen * 0.5 + looked[*i]; }
static void cleaned(int n, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: looked)
        for (int i = 0; i < n; i++)
            looked[i] += i * k;
        __attribute__((cleanup(looks))) int at = k % N;
    }
    show("cleaned", seen);
}

/* What runs at exit reads the array. */
static double left[N];
static void last(void) { show("last", left[3]); }
static void leaves(int n, int steps)
{
    atexit(last);
    for (int k = 0; k < steps + 1; k++) {
        if (k == steps)
            exit(0);
#pragma omp target teams distribute parallel for map(tofrom: left)
        for (int i = 0; i < n; i++)
            left[i] += k;
    }
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = i % 7, table[i] = i;
    plain(N, STEPS);
    reads(N, STEPS);
    stores(N, STEPS);
    two(N, x);
    called(N, STEPS);
    data_inside(N, STEPS);
    nested(N, STEPS);
    both_ways(N, STEPS);
    short_loop(N);
    ends(N, STEPS);
    other_name(N, STEPS);
    hidden(N, STEPS);
    on_condition(N, STEPS);
    scratch(N, STEPS);
    changing(N, STEPS);
    resident(N, STEPS);
    head(N, STEPS);
    unseen_section(N, STEPS);
    by_return(N, STEPS);
    by_getter(N, STEPS);
    in_switch(N, STEPS);
    jumps(N, STEPS);
    sorted(N, STEPS);
    cleaned(N, STEPS);
    leaves(N, STEPS);
}
