// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t -lm
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale
/* Values that were never written, where neither a branch of the program's nor a load depends on them: each fault by its
 * name, and its twin (faults.sh). */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200 };
static int a[N], b[N], c[N];
static double x[N], y[N];
static char text[N], more[N];

/* an atomic update of what map(alloc:) holds; the twin clears it before */
static void tally(int wrong)
{
    int *h = malloc(N * sizeof *h), sum = 0;
#pragma omp target data map(alloc : h[0 : N])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            if (!wrong)
                h[i] = 0;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
#pragma omp atomic update
            h[i % 8] += 1; // fault: tally GC203
#pragma omp target update from(h[0 : 8])
    }
    for (int i = 0; i < 8; i++)
        sum += h[i];
    if (!wrong && sum != N)
        printf("wrong");
    free(h);
}

/* the same with words that hold no whole numbers */
static void tally_float(int wrong)
{
    float *h = malloc(N * sizeof *h);
#pragma omp target data map(alloc : h[0 : N])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            if (!wrong)
                h[i] = 0;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
#pragma omp atomic
            h[i % 8] += 1; // fault: tally_float GC203
#pragma omp target update from(h[0 : 8])
    }
    if (!wrong && h[3] != N / 8)
        printf("wrong");
    free(h);
}

#pragma omp begin declare target
static int one(int i) { return i + 1; }
static int two(int i) { return i + 2; }
struct functions {
    int (*first)(int), (*second)(int);
};
#pragma omp end declare target

/* a function that only some ways choose; fault of the host's, too: nothing is there */
static void function(int wrong)
{
#pragma omp target map(tofrom : b)
    {
        struct functions f = {one};
        struct functions g;
        g.first = two;
        if (!wrong || b[0] > 100)
            g.second = one;
        b[0] = f.first(1) + g.first(2);
        b[1] = g.second(3); // fault: function GC202 also GC102
    }
}

/* functions in a table that was not brought */
static void table(int wrong)
{
    int (*t[4])(int);
#pragma omp target teams distribute parallel for map(alloc : t) map(tofrom : b)
    for (int i = 0; i < 4; i++) {
        if (!wrong || i & 1)
            t[i] = i & 1 ? one : two;
        if (i == 2)
            b[i] = t[i](3); // fault: table GC202 also GC102
    }
}

/* choices between constants, which are no branches */
static void chosen(int wrong)
{
    int r[N], sum = 0;
#pragma omp target teams distribute parallel for map(from : r)
    for (int i = 0; i < N; i++) {
        int u;
        if (!wrong || i > 1000)
            u = i;
        r[i] = u ? 1 : 0; // fault: chosen GC201
    }
    for (int i = 0; i < N; i++)
        sum += r[i];
    if (!wrong && sum != N - 1)
        printf("wrong");
}
static void chosen_array(int wrong)
{
#pragma omp target teams distribute parallel for map(alloc : a) map(from : y)
    for (int i = 0; i < N; i++) {
        if (!wrong)
            a[i] = i;
        y[i] = a[i] > 3 ? 2.5 : 1; // fault: chosen_array GC201
    }
    if (!wrong && y[3] + y[4] != 3.5)
        printf("wrong");
}
/* of what is not chosen nothing is asked, nor of a value that is chosen and never looked at */
static void not_chosen(int wrong)
{
#pragma omp target teams distribute parallel for map(tofrom : b, c)
    for (int i = 0; i < N; i++) {
        int u, v = i, w;
        if (i & 1)
            u = 2 * i;
        w = i & 1 ? u : v;
        b[i] = w > 3 ? 1 : 0;
        w = i & 1 ? v : u;
        if (i & 1)
            c[i] = w;
    }
}

/* operations that are no sums */
static void negated(int wrong)
{
#pragma omp target teams distribute parallel for map(alloc : a) map(from : b)
    for (int i = 0; i < N; i++) {
        if (!wrong)
            a[i] = i;
        b[i] = !a[i]; // fault: negated GC203
    }
}
static void halved(int wrong)
{
#pragma omp target teams distribute parallel for map(alloc : a) map(from : b)
    for (int i = 0; i < N; i++) {
        if (!wrong)
            a[i] = i;
        b[i] = a[i] / 3; // fault: halved GC203
    }
}
static void absolute(int wrong)
{
#pragma omp target teams distribute parallel for map(alloc : x) map(from : y)
    for (int i = 0; i < N; i++) {
        if (!wrong)
            x[i] = i;
        y[i] = fabs(x[i]); // fault: absolute GC203
    }
}
static void mixed(int wrong)
{
#pragma omp target teams distribute parallel for map(alloc : a) map(tofrom : b)
    for (int i = 0; i < N; i++) {
        if (!wrong)
            a[i] = i;
        b[i] ^= a[i]; // fault: mixed GC203
    }
}

/* how much is copied or filled, and where */
static void filled(int wrong)
{
#pragma omp target map(alloc : a) map(tofrom : text)
    {
        if (!wrong)
            a[3] = 4;
        memset(text, 0, a[3] & 15); // fault: filled GC202
    }
}
static void copied(int wrong)
{
#pragma omp target map(alloc : a) map(tofrom : text, more)
    {
        if (!wrong)
            a[3] = 4;
        memcpy(text, more, a[3] & 15); // fault: copied GC202
    }
}
static void copied_to(int wrong)
{
#pragma omp target map(alloc : a) map(tofrom : b, c)
    {
        if (!wrong)
            a[3] = 4;
        memcpy(b + (a[3] & 15), c, 32); // fault: copied_to GC202
    }
}
static void moved_from(int wrong)
{
#pragma omp target map(alloc : a) map(tofrom : b, c)
    {
        if (!wrong)
            a[3] = 4;
        memmove(b, c + (a[3] & 15), 32); // fault: moved_from GC202
    }
}

/* strings that were never written */
static void length(int wrong)
{
    char s[16];
#pragma omp target map(alloc : s) map(tofrom : b)
    {
        s[15] = s[1] = 0;
        if (!wrong)
            s[0] = 'x';
        b[0] = (int)strlen(s); // fault: length GC201
    }
    if (!wrong && b[0] != 1)
        printf("wrong");
}
static void shown(int wrong)
{
    char s[16];
#pragma omp target map(alloc : s)
    {
        s[15] = s[1] = 0;
        s[0] = 0;
        if (wrong) {
            char t[2];
            t[1] = 0;
            printf("%s", t); // fault: shown GC203
        }
        printf("%.3s%s", s, s + 15);
    }
}
static void appended(int wrong)
{
#pragma omp target map(to : more) map(tofrom : text)
    {
        char s[16], t[16];
        t[3] = s[3] = 0;
        if (!wrong)
            s[0] = s[1] = s[2] = 'y';
        t[0] = 'z', t[1] = 0;
        strncat(t, s, 4); // fault: appended GC201
        strcat(t, more);
        if (t[1] == 'y')
            strcpy(text, t);
    }
}

/* a bit-field of which the neighbours have values, and those that are cleared beside such */
struct fields {
    unsigned low : 3, high : 5, next : 9;
    int below : 6;
    _Bool flag : 1, whole;
};
static struct fields many[4], others[4];
static void field(int wrong)
{
    int r = 0;
#pragma omp target map(tofrom : r)
    {
        struct fields s;
        s.low = 2;
        if (!wrong)
            s.high = 1;
        r = s.high; // fault: field GC203
    }
}
static void field_low(int wrong)
{
    unsigned long r = 0;
#pragma omp target map(tofrom : r)
    {
        struct fields s;
        s.high = 2;
        if (!wrong)
            s.low = 1;
        r = s.low; // fault: field_low GC203
    }
}
static void field_below(int wrong)
{
    long r = 0;
#pragma omp target map(tofrom : r)
    {
        struct fields s;
        s.next = 2;
        if (!wrong)
            s.below = -1;
        r = s.below; // fault: field_below GC203
    }
}
static void fields_moved(int wrong)
{
    (void)wrong;
#pragma omp target teams distribute parallel for map(from : many)
    for (int i = 0; i < 4; i++)
        many[i].low = 0;
#pragma omp target teams distribute parallel for map(from : many)
    for (int i = 0; i < 4; i++)
        many[i].high = 0, many[i].next = 0, many[i].flag = 0;
#pragma omp target teams distribute parallel for map(from : many, others)
    for (int i = 0; i < 4; i++) {
        many[i].low = 3;
        others[i] = many[i];
        many[i].whole = others[i].whole;
        many[i].flag = others[i].flag;
        others[i].next = many[i].next;
        others[i].below = many[i].below;
    }
    if (many[1].low + others[2].low != 6)
        printf("wrong");
}

/* a routine brings what no region has stored */
static void brought(int wrong)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device();
    double *d = omp_target_alloc(N * sizeof *d, dev), back[N], sum = 0;
#pragma omp target teams distribute parallel for is_device_ptr(d)
    for (int i = 0; i < N - wrong; i++)
        d[i] = i;
    omp_target_memcpy(back, d, sizeof back, 0, 0, host, dev);
    for (int i = 0; i < N; i++)
        sum += back[i]; // fault: brought GC203 saying byte 1592 of what was copied
    if (!wrong && sum != N * (N - 1) / 2)
        printf("wrong");
    omp_target_free(d, dev);
}

#define CASES(C)                                                                                             \
    C(tally) C(tally_float) C(function) C(table) C(chosen) C(chosen_array) C(not_chosen) C(negated)         \
    C(halved) C(absolute) C(mixed) C(filled) C(copied) C(copied_to) C(moved_from) C(length) C(shown) C(appended) \
    C(field) C(field_low) C(field_below) C(fields_moved) C(brought)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
