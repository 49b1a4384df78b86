// ROW: private() and firstprivate() of members, and of sections of them and of (*pp)
// SPEC: 3.3 2.5.13
#include "check.h"

struct inner {
    int z, w;
};
struct all {
    int x, y, v[6];
    struct inner in;
    double *unused;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 20 };
    int out[N], (*pp)[N] = check_alloc(sizeof *pp);
    struct all s = {.x = 1, .y = 2, .in = {3, 4}}, *q = &s;
    for (int i = 0; i < N; i++)
        (*pp)[i] = 1000 + i;
    for (int i = 0; i < 6; i++)
        s.v[i] = 10 * i;
#pragma acc parallel num_gangs(4) private(s.x) copy(s) copyout(out)
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++) {
            s.x = i;
            out[i] = s.x + s.y + s . in /* a comment */ . z;
        }
    }
    CHECK(out[0] == 5 && out[N - 1] == 24 && s.x == 1, "a member, of each gang");
#pragma acc parallel loop private(s.in, s.v) copyin(s) copyout(out)
    for (int i = 0; i < N; i++) {
        s.in.w = i;
        for (int j = 0; j < 6; j++)
            s.v[j] = i * j;
        out[i] = s.in.w + s.v[5] + s.y;
    }
    CHECK(out[3] == 20 && s.in.w == 4 && s.v[5] == 50, "a structure and an array in it");
#pragma acc parallel loop gang firstprivate(q->v[2:3]) firstprivate(q->x) copyin(q[0:1]) copyout(out)
    for (int i = 0; i < N; i++) {
        q->v[3] = q->v[2] + i;
        q->x = i;
        out[i] = q->v[2] + q->v[3] + q->v[4] + q->x + q->in.w;
    }
    CHECK(out[0] == 84 && out[7] == 98 && s.v[3] == 30 && s.x == 1, "copied, by a pointer");
#pragma acc parallel loop private((*pp)[0:N]) copyout(out)
    for (int i = 0; i < N; i++) {
#pragma acc loop seq
        for (int j = 0; j < N; j++)
            (*pp)[j] = i + j;
        out[i] = (*pp)[0] + ( *pp )[N - 1];
    }
    CHECK(out[5] == 29 && (*pp)[0] == 1000, "what a pointer to an array leads to");
#pragma acc serial private(s.x) firstprivate((*pp)[3:2]) copy(s) copyout(out)
    {
        s.x = (*pp)[3];
        s.y = (*pp)[4];
        out[0] = s.x;
    }
    CHECK(out[0] == 1003 && s.x == 1 && s.y == 1004, "serial");
#pragma acc parallel loop copyout(out) copyin(s)
    for (int i = 0; i < N; i++)
#pragma acc loop seq private(s.x)
        for (int j = 0; j < 4; j++) {
            s.x = i * j;
            out[i] = s.x + s.in.z;
        }
    CHECK(out[6] == 21 && s.x == 1, "a loop that runs in order");
#pragma acc kernels copyin(s) copyout(out)
#pragma acc loop independent private(s.x)
    for (int i = 0; i < N; i++) {
        s.x = 2 * i;
        out[i] = s.x + s.in.z;
    }
    CHECK(out[6] == 15 && s.x == 1, "kernels");
#pragma acc parallel loop gang private(s.v) copyin(s) copyout(out)
    for (int i = 0; i < N; i++) {
#pragma acc loop vector
        for (int j = 0; j < 6; j++)
            s.v[j] = i;
        out[i] = s.v[0] + s.v[5];
    }
    CHECK(out[9] == 18 && s.v[1] == 10, "shared by the vectors of a gang");
    return check_end();
}
