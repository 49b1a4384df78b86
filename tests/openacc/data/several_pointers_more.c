// ROW: sections of several pointers with zero and the always modifiers, in declare, in update if_present
// SPEC: 3.3 2.7.1
#include "check.h"

#include <openacc.h>

enum { N = 5, M = 6 };

static double **made(double first)
{
    double **r = check_alloc(N * sizeof *r);
    for (int i = 0; i < N; i++) {
        r[i] = check_alloc(M * sizeof **r);
        for (int j = 0; j < M; j++)
            r[i][j] = first;
    }
    return r;
}

static int all(double **r, double x)
{
    int n = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            n += r[i][j] == x;
    return n == N * M;
}

static int nothing_left(double **r)
{
    for (int i = 0; i < N; i++)
        if (acc_is_present(r[i], M * sizeof **r))
            return 0;
    return !acc_is_present(r, N * sizeof *r);
}

static void add(double **r, double x)
{
#pragma acc parallel loop collapse(2) present(r[0 : N][0 : M])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            r[i][j] += x;
}

static void zeros(int shared)
{
    double **r = made(7), **q = made(9);
#pragma acc parallel loop collapse(2) copyout(zero: r[0 : N][0 : M])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            r[i][j] += 1;
    CHECK(all(r, shared ? 8 : 1), "parallel, copyout(zero:)");
#pragma acc data create(zero: r[0 : N][0 : M]) copyout(zero: q[0 : N][0 : M])
    {
        add(r, 2);
        add(q, 3);
#pragma acc update self(r[0 : N][0 : M])
    }
    CHECK(all(r, shared ? 10 : 2) && all(q, shared ? 12 : 3), "data");
#pragma acc enter data copyin(r[1 : 1][0 : M])
#pragma acc enter data create(zero: r[1 : 1][0 : M]) /* it is there: nothing is cleared */
#pragma acc update self(r[1 : 1][0 : M])
    CHECK(r[1][0] == (shared ? 10 : 2), "what is there stays");
#pragma acc exit data delete (r[1 : 1][0 : M]) finalize
#pragma acc enter data create(zero: r[0 : N][0 : M]) async(2)
#pragma acc wait(2)
    add(r, 1);
#pragma acc exit data copyout(r[0 : N][0 : M])
    CHECK(all(r, shared ? 11 : 1), "enter data with async");
    CHECK(shared || (nothing_left(r) && nothing_left(q)), "all left");
}

static void always(int shared)
{
    double **r = made(1);
#pragma acc data copyin(r[0 : N][0 : M])
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                r[i][j] = 5;
#pragma acc parallel loop collapse(2) copy(alwaysin: r[0 : N][0 : M])
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                r[i][j] += 1;
        for (int i = 0; i < N; i++)
            CHECK_MEANT(r[i], M * sizeof **r);
        CHECK(all(r, shared ? 6 : 5), "alwaysin copies there alone");
#pragma acc parallel loop collapse(2) copy(alwaysout: r[0 : N][0 : M])
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                r[i][j] += 1;
        CHECK(all(r, 7), "alwaysout copies back");
#pragma acc parallel loop collapse(2) copy(always: r[0 : N][0 : M])
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                r[i][j] *= 2;
        CHECK(all(r, 14), "always copies both ways");
    }
    CHECK(all(r, 14), "always");
}

static void declared(double **r, double **z, int early)
{
#pragma acc declare copy(r[0 : N][0 : M]) create(zero: z[0 : N][0 : M])
    add(z, 3);
#pragma acc update self(z[0 : N][0 : M])
    if (early)
        return;
    add(r, 4);
}

static void lenient(void)
{
    double **r = made(1);
#pragma acc update self(r[0 : N][0 : M]) if_present
#pragma acc data copyin(r[0 : N][0 : M])
    {
        add(r, 1);
#pragma acc update self(r[2 : 3][1 : 2]) if_present
        CHECK(r[2][1] == 2 && r[4][2] == 2, "update if_present");
        r[0][0] = 40;
#pragma acc update device(r[0 : 1][0 : 1]) if_present async(3)
#pragma acc wait(3)
        add(r, 1);
#pragma acc update self(r[0 : 1][0 : 1])
        CHECK(r[0][0] == 41, "update device if_present");
    }
}

struct line {
    int n, *p;
};

static void leaves_attached(struct line *l)
{
    int *p = l->p, n = l->n;
    {
        struct line *m = l;
#pragma acc declare copy(m->p[0 : n])
#pragma acc parallel loop present(m[0 : 1])
        for (int i = 0; i < n; i++)
            m->p[i]++;
    }
    int same = 1;
#pragma acc serial present(l[0 : 1]) copy(same) deviceptr(p)
    same = l->p == p;
    CHECK(same, "declare detaches what it attached");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int shared = acc_get_num_devices(acc_device_not_host) == 0;
    zeros(shared);
    always(shared);
    double **r = made(1), **z = made(6);
    declared(r, z, 1);
    CHECK(all(r, 1) && all(z, shared ? 9 : 3), "declare, left early");
    declared(r, z, 0);
    CHECK(all(r, 5), "declare copies back");
    CHECK(shared || (nothing_left(r) && nothing_left(z)), "all of declare left");
    lenient();
    struct line l = {3, check_alloc(3 * sizeof(int))};
    l.p[0] = l.p[1] = l.p[2] = 4;
#pragma acc data copyin(l)
    leaves_attached(&l);
    CHECK(l.p[2] == 5, "declare of a member");
    return check_end();
}
