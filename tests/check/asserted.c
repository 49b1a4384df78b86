// What the program asserts is tested where the host runs it: expressions, sizes, and that iterations do not meet.
// RUN: for o in 0 1 2; do %gantry check --offload-arch=emulated -O$o %s -- ok > %t.out 2>&1 || exit 1; grep -q 'nothing found; no region ran, only what the program asserts was tested$' %t.out || exit 1; done
// RUN: for h in fact size list all inner filled copied stepped chars; do for o in 0 2; do %not --status 3 %gantry check --offload-arch=emulated -O$o %s -- $h > %t.$h 2>&1; %FileCheck %s --check-prefix=$h < %t.$h || exit 1; grep -q '^gantry check: 1 finding$' %t.$h || exit 1; done; done
// RUN: GANTRY_CHECK=-asserted %not --status 2 %gantry check --offload-arch=emulated %s -- all
// RUN: %gantry cc -Wall -Wextra -Werror -O1 %s -o plain && ./plain all
// RUN: %gantry cc -DUNTESTED -fcheck --offload-arch=emulated -c %s -o u.o 2>&1 | %FileCheck %s --check-prefix=UNTESTED
// RUN: %gantry cc -DUNTESTED -Werror --offload-arch=emulated -c %s -o u.o
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

// fact: asserted.c:[[#@LINE+3]]:1: gantry: error: the program asserts 'n > 0 && ld >= n', which is false here [GC801]
// fact-NEXT: n = 11, ld = 10
// fact-NEXT: what was made by it is wrong for such values
#pragma ompx holds(n > 0 && ld >= n)
static void rows(int n, int ld, double *a)
{
    for (int i = 0; i < n; i++)
        a[i * ld] += 1;
}

// size: asserted.c:[[#@LINE+7]]:1: gantry: error: the program asserts that there is 'y[0:m]', which reaches beyond the memory: 80 bytes, taken at {{.*}}asserted.c:{{[0-9]+}} [GC803]
// list: asserted.c:[[#@LINE+6]]:1: gantry: error: iterations 2 and 5 touch 'y[7]', and not only to read it: the program says 'independent(y)' [GC802]
// list-NEXT: iteration 2 stores at {{.*}}asserted.c:[[#@LINE+8]]
// list-NEXT: iteration 5 stores at {{.*}}asserted.c:[[#@LINE+7]]
// list-NEXT: the iterations depend on each other
static void scatter(int n, int m, const int *ix, double *y, int *seen)
{
#pragma ompx assume independent(y) sizes(y[0:m])
    for (int i = 0; i < n; i++) {
        seen[0] += m; /* nobody speaks of it */
        y[ix[i]] = i;
    }
}

static double total;
static int add(int x)
{
    int both[2] = {x, 1}, *p = both;
    return p[x & 1];
}
// all: asserted.c:[[#@LINE+5]]:1: gantry: error: iterations 2 and 5 touch 'y[7]', and not only to read it: the program says 'independent' [GC802]
static void all(int n, const int *ix, double *y)
{
    double before[10] = {0};
    int last = 0;
#pragma ompx independent
    for (int i = 0; i < n; i++) {
        double own[3] = {1, 2, 3};
        own[ix[i] % 3] += add(i);
        if (ix[i] < 0)
            continue;
        total += own[0]; /* scalars are not elements */
        last = ix[i];
        before[i] = own[1];
        y[ix[i]] += own[1];
    }
    y[last] += before[3];
}

// inner: asserted.c:[[#@LINE+4]]:1: gantry: error: iterations 0 and 1 touch 'y[4]'
static void nested(int n, double *y, int step)
{
    for (int k = 0; k < 3; k++)
#pragma ompx independent(y)
        for (int i = 0; i < n / 2; i++) /* each time anew */
            y[4 + i * step] += k;
}

// filled: asserted.c:[[#@LINE+4]]:1: gantry: error: iterations 0 and 1 touch 'grid[1]'
static double grid[4][10];
static void fill(int rows_of_one)
{
#pragma ompx independent(grid)
    for (int i = 0; i < 2; i++)
        memset(grid[i], 0, (size_t)(1 + rows_of_one) * sizeof grid[0]);
}

// copied: asserted.c:[[#@LINE+4]]:1: gantry: error: iterations 0 and 1 touch 'y[{{[0-9]+}}]'
static void copies(double *y, int n)
{
    int i = 0;
#pragma ompx independent(y)
    while (i < 2) {
        memcpy(y + 3 * i, y + 6, (size_t)n * sizeof *y);
        i++;
    }
}

// stepped: asserted.c:[[#@LINE+5]]:1: gantry: error: iterations 0 and 1 touch 'y[{{[0-9]+}}]'
static void steps(double *y, int by)
{
    int i = 0;
    double *p = y;
#pragma ompx independent(y)
    do {
        p[0] = i;
        p[1] = i;
        p += by;
    } while (++i < 4);
}

// chars: asserted.c:[[#@LINE+3]]:1: gantry: error: iterations 8 and 9 touch 't[8]'
static void bytes(char *t, int wide)
{
#pragma ompx independent(t) sizes(t[0:16])
    for (int i = 0; i < 16; i++)
        t[i == 9 && wide ? 8 : i] = (char)i;
}

#ifdef UNTESTED
int check_me(int n);
void untested(int n, double *a)
{
// UNTESTED: asserted.c:[[#@LINE+1]]:14: warning: 'holds' is not tested: the expression calls a function, or changes something [GN0479]
#pragma ompx holds(check_me(n) > 0)
    for (int i = 0; i < n; i++)
        a[i] = i;
// UNTESTED: asserted.c:[[#@LINE+1]]:14: warning: 'independent' is not tested: threads of the host share the loop [GN0479]
#pragma ompx independent(a)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
// UNTESTED-NOT: warning
#pragma ompx independent(a)
#pragma omp target teams distribute parallel for map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target map(a[0:n])
    {
// UNTESTED: asserted.c:[[#@LINE+2]]:14: warning: 'holds' is not tested in device code: say it before the region [GN0479]
// UNTESTED: asserted.c:[[#@LINE+1]]:25: warning: 'independent' is not tested in device code: say it of the loop that a region shares out [GN0479]
#pragma ompx holds(n>0) independent(a)
    for (int i = 0; i < n; i++)
        a[i] = i;
    }
}
#endif

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int n = 10, seen[1] = {0}, *ix = malloc((size_t)n * sizeof *ix), *twice = malloc((size_t)n * sizeof *twice);
    double *a = calloc(200, sizeof *a), *y = calloc((size_t)n, sizeof *y);
    char t[16];
    for (int i = 0; i < n; i++)
        twice[i] = ix[i] = n - 1 - i;
    twice[5] = 7;
    rows(is(how, "fact") ? 11 : 10, 10, a);
    scatter(n, is(how, "size") ? 11 : 10, is(how, "list") ? twice : ix, y, seen);
    all(n, is(how, "all") ? twice : ix, y);
    nested(n, y, is(how, "inner") ? 0 : 1);
    fill(is(how, "filled"));
    copies(y, is(how, "copied") ? 4 : 3);
    steps(y, is(how, "stepped") ? 1 : 2);
    bytes(t, is(how, "chars"));
    return t[3] != 3 || y[3] < 0 || grid[1][1] != 0 || total < 0;
}
