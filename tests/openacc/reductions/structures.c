// ROW: reduction() of structures, arrays of them, members of all kinds
// SPEC: 3.3 2.5.15
#include "check.h"

#include <complex.h>
#include <openacc.h>
typedef struct {
    double x, y;
} V2;
struct M {
    int n;
    double s[3];
    V2 v[2];
    float _Complex z;
    unsigned char c;
    struct {
        long q;
    };
};
#pragma acc routine seq
static V2 add(V2 a, V2 b) { return (V2){a.x + b.x, a.y + b.y}; }
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    V2 s = {1, 2};
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 1000; i++) {
        s.x += i;
        s.y += 1;
    }
    CHECK(s.x == 499501 && s.y == 1002, "members by name");
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 10; i++)
        s = add(s, (V2){1, 2});
    CHECK(s.x == 499511 && s.y == 1022, "by a function");
    struct M m = {0};
    int k = 0;
#pragma acc parallel copy(m) reduction(+ : k) num_gangs(4)
    {
        k++;
#pragma acc loop gang reduction(+ : m)
        for (int i = 0; i < 100; i++) {
#pragma acc loop vector reduction(+ : m)
            for (int j = 0; j < 10; j++) {
                m.n++;
                m.s[j % 3] += i;
                m.v[1].y += j;
                m.z += 1 + 2 * I;
                m.q += i * j;
                m.c += 1;
            }
        }
    }
    CHECK(m.n == 1000 && m.s[0] == 4 * 4950 && m.s[1] == 3 * 4950 && m.v[1].y == 4500 && m.v[0].x == 0 &&
              m.z == 1000 + 2000 * I && m.q == 4950 * 45 && m.c == 232 && k == 4,
          "arrays, structures, complex numbers, without a name, in a member");
    struct {
        int lo;
        float f;
        unsigned u;
    } e = {50, 50, 50}, f = e;
#pragma acc parallel loop reduction(max : e) reduction(min : f)
    for (int i = 0; i < 100; i++) {
        if (i > e.lo)
            e.lo = i;
        if (i > e.f)
            e.f = i;
        if (-i < f.f)
            f.f = -i;
        if (i < f.lo)
            f.lo = i;
        if ((unsigned)i < f.u)
            f.u = i;
        if ((unsigned)i > e.u)
            e.u = i;
    }
    CHECK(e.lo == 99 && e.f == 99 && e.u == 99 && f.lo == 0 && f.f == -99 && f.u == 0, "max, min");
    V2 a[3] = {{0, 0}};
#pragma acc parallel loop reduction(+ : a)
    for (int i = 0; i < 99; i++)
        a[i % 3].y += 1;
    CHECK(a[0].y == 33 && a[2].y == 33 && a[1].x == 0, "an array of structures");
    V2 *p = check_alloc(4 * sizeof *p);
#pragma acc parallel loop reduction(+ : p[0 : 4]) copy(p[0 : 4])
    for (int i = 0; i < 100; i++)
        p[i % 4].x += 2;
    CHECK(p[0].x == 50 && p[3].x == 50, "a section of them");
    V2 out[8];
#pragma acc parallel loop gang copyout(out)
    for (int i = 0; i < 8; i++) {
        V2 t = {0, 1};
#pragma acc loop worker vector reduction(+ : t)
        for (int j = 0; j < 100; j++) {
            t.x += j;
            t.y += i;
        }
        out[i] = t;
    }
    CHECK(out[7].x == 4950 && out[7].y == 701, "of a loop in a gang");
    struct {
        int b, w, l, o;
    } g = {-1, 0, 1, 0};
#pragma acc serial loop reduction(+ : s)
    for (int i = 0; i < 3; i++)
        s.x++;
#pragma acc kernels loop reduction(+ : s)
    for (int i = 0; i < 3; i++)
        s.x++;
    CHECK(s.x == 499517, "serial, kernels");
#pragma acc parallel loop reduction(| : g)
    for (int i = 0; i < 10; i++) {
        g.w |= 1 << i;
        g.o |= i;
    }
    CHECK(g.w == 1023 && g.l == 1 && g.b == -1, "bits");
#pragma acc parallel num_gangs(8) reduction(+ : s)
    s.y += 1;
    CHECK(s.y == 1030, "of gangs");
    return check_end();
}
