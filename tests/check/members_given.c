// An array that is a member, in a function that gets it (GC101): an index beyond it lands in the next member. The address of
// the member as a whole may be used for those behind it.
// RUN: for o in 0 1 3; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && bash %src/tests/check/faults.sh %t %s bounds || exit 1; done
// LABELS: run
#include <stdlib.h>
#include <string.h>

struct parts {
    int head[4], x[4], y[4];
    double m[2][3];
    char text[8], last[8];
};
static struct parts s;
static int result;

static void put(int *p, int i)
{
    p[i] = i; // fault: mapped GC101 saying at 's.x[4]', outside 's.x'
}

static void mapped(int wrong)
{
#pragma omp target map(tofrom : s)
    {
        for (int i = 0; i < 4; i++)
            put(s.x, i);
        if (wrong)
            put(s.x, 4);
        put(&s.head[2], 3); /* of an element: as far as the structure goes */
    }
}

__attribute__((noinline)) static int sum(const int *p, int n)
{
    int r = 0;
    for (int i = 0; i < n; i++)
        r += p[i]; // fault: local GC101 saying outside 'own.x'
    return r;
}

static void local(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        struct parts own;
        memset(&own, 0, sizeof own);
        result += sum(own.x, wrong ? 5 : 4) + sum((int *)&own, 12) + sum((int *)&own.x, 8);
    }
}

static int before(const int *p, int by)
{
    return p[-by]; // fault: through GC101
}

static int of(const struct parts *p, int wrong) { return before(p->x, wrong) + before((const int *)&p->x, 1); }

static void through(int wrong)
{
    struct parts *p = calloc(2, sizeof *p);
#pragma omp target teams distribute parallel for map(tofrom : p[0 : 2]) map(tofrom : result)
    for (int i = 0; i < 2; i++)
        if (i == 1)
            result += of(&p[i], wrong);
    free(p);
}

/* rows of one array are taken for a flat one */
static void clear(double *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0; // fault: rows GC101
}

static void clear_all(double (*p)[3], int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            p[i][k] = 0;
}

static void rows(int wrong)
{
    struct flat {
        double a[6], b[6];
    } *p = calloc(1, sizeof *p);
#pragma omp target map(tofrom : p[0 : 1], s)
    {
        clear(p->a, wrong ? 7 : 6);
        clear(p->b, 6);
        clear(s.m[0], 6);
        clear_all(s.m, 2);
    }
    free(p);
}

/* by rows, and by members of its elements */
static double trace(double (*p)[3], int n)
{
    double r = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            r += p[i][k]; // fault: by_row GC101 saying outside 's.m'
    return r;
}

static void by_row(int wrong)
{
#pragma omp target map(tofrom : s, result)
    result += (int)trace(s.m, wrong ? 3 : 2);
}

struct pair {
    int low, high;
};

static int highest(const struct pair *p, int n)
{
    int r = 0;
    for (int i = 0; i < n; i++)
        r += p[i].high; // fault: records GC101
    return r;
}

static void records(int wrong)
{
    struct both {
        struct pair of[5], others[5];
    } *p = calloc(1, sizeof *p);
#pragma omp target map(to : p[0 : 1]) map(tofrom : result)
    result += highest(p->of, wrong ? 6 : 5) + highest(p->others, 5) + highest(&p->of[1], 4);
    free(p);
}

/* by library functions, and through two calls, of which the first is known */
static void copy(char *to, const char *from, int n)
{
    memcpy(to, from, (size_t)n); // fault: copied GC101 saying beyond the end of 's.text'
}

static void copied(int wrong)
{
#pragma omp target map(tofrom : s)
    {
        memset(s.last, 1, sizeof s.last);
        copy(s.text, s.last, wrong ? 7 : 8);
        if (wrong)
            copy(s.text, "123456789", 9);
    }
}

/* A function without such a call sees what it saw; each thread has its own calls. */
static void inner(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] += 1; // fault: each GC101
}

static void each(int wrong)
{
    struct parts *p = calloc(64, sizeof *p);
#pragma omp target teams distribute parallel for map(tofrom : p[0 : 64])
    for (int i = 0; i < 64; i++) {
        inner(p[i].x, i == 40 && wrong ? 6 : 4);
        inner((int *)&p[i], 12);
        int *whole = (int *)(void *)&p[i].x;
        inner(whole, 8);
    }
    free(p);
}

#define CASES(C) C(mapped) C(local) C(through) C(rows) C(by_row) C(records) C(copied) C(each)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
