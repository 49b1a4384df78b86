// A pointer to a variable of a block that has ended (GC103), while the function goes on.
// RUN: for o in 0 1 3; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && bash %src/tests/check/faults.sh %t %s bounds || exit 1; done
// LABELS: run
#include <stdlib.h>

static int result;

static void load(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int *p, outer = 1;
        p = &outer;
        {
            int inner = 2;
            if (wrong)
                p = &inner;
            result += inner;
        }
        result += *p; // fault: load GC103 saying of 'inner' (4 bytes), whose block has ended
    }
}

static void store(int wrong)
{
#pragma omp target teams distribute parallel for map(tofrom : result)
    for (int i = 0; i < 40; i++) {
        double first[4], *at = first;
        if (i % 8 == 3) {
            double inner[6] = {i};
            at = wrong && i == 11 ? &inner[2] : first;
            at[1] = 2;
        }
        at[0] = i; // fault: store GC103
        if (at[0] < 0)
            result = 1;
    }
}

struct link {
    struct link *next;
    int n;
};

static int sum(const struct link *l)
{
    int s = 0;
    for (; l; l = l->next)
        s += l->n; // fault: chain GC103
    return s;
}

static void chain(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        struct link last = {NULL, 1}, *head = &last;
        {
            struct link here = {&last, 2};
            result += sum(&here);
            if (wrong)
                head = &here;
        }
        result += sum(head);
    }
}

static int *keep(int **to, int *p) { return *to = p; }

/* the same variable again, in each round of a loop, of a block that begins anew */
static void rounds(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int *p = NULL, *q = NULL;
        for (int i = 0; i < 5; i++) {
            if (wrong && i == 3)
                result += *p; // fault: rounds GC103
            int now = i;
            p = &now;
            *p += 1;
            q = keep(&q, &now);
            result += *q + *p;
            for (int k = 0; k < 2; k++) {
                int other[2] = {k, i}, *r = other;
                result += r[1] + *p;
            }
        }
    }
}

static int nested(int n, int wrong)
{
    int *p = &n;
    if (n > 0) {
        int mine = n, *q = &mine;
        n = nested(n - 1, wrong) + *q;
        p = wrong && mine == 2 ? q : p;
    }
    return *p; // fault: recursive GC103
}

static void recursive(int wrong)
{
#pragma omp target teams num_teams(3) map(tofrom : result)
#pragma omp parallel num_threads(4)
    {
        int r = nested(4, wrong);
#pragma omp atomic
        result += r;
    }
}

/* a jump out of the block */
static void left(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int *p = &result;
        {
            int own = 3, *at = &own;
            result += *at;
            if (wrong)
                p = at;
            if (*at == 3)
                goto out;
        }
    out:
        result += *p; // fault: left GC103
    }
}

#define CASES(C) C(load) C(store) C(chain) C(rounds) C(recursive) C(left)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
