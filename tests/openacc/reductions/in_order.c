// ROW: reduction() of gang loops: in loops that run in order, of what copy lists, twice, of sections
// SPEC: 3.3 2.9.11
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long s = 5, t = 0, u = 0, w = 0, v = 0, q = 0;
    static long f[640];
#pragma acc parallel loop seq reduction(+ : s)
    for (int i = 0; i < 1700; i++)
#pragma acc loop gang reduction(+ : s)
        for (int j = 0; j < 640; j++)
            s += i * j;
    CHECK(s == 295299792005, "parallel loop seq around");
    s = 0;
#pragma acc parallel
    {
#pragma acc loop seq reduction(+ : s)
        for (int i = 0; i < 100; i++)
#pragma acc loop gang reduction(+ : s)
            for (int j = 0; j < 640; j++)
                s += i * j;
    }
    CHECK(s == 1012176000, "loop seq around");
#pragma acc parallel copy(t)
    for (int i = 0; i < 100; i++)
#pragma acc loop gang reduction(+ : t)
        for (int j = 0; j < 640; j++)
            t += i * j;
    CHECK(t == 1012176000, "a plain loop around, copy");
#pragma acc parallel reduction(+ : u)
    for (int i = 0; i < 100; i++)
#pragma acc loop gang reduction(+ : u)
        for (int j = 0; j < 640; j++)
            u += i * j;
    CHECK(u == 1012176000, "reduction on parallel");
#pragma acc parallel loop seq reduction(+ : w)
    for (int i = 0; i < 100; i++)
#pragma acc loop gang vector reduction(+ : w)
        for (int j = 0; j < 640; j++)
            w += i * j;
    CHECK(w == 1012176000, "gang vector in parallel loop seq");
#pragma acc parallel loop seq
    for (int i = 0; i < 100; i++)
#pragma acc loop gang vector reduction(+ : v)
        for (int j = 0; j < 640; j++)
            v += i * j;
    CHECK(v == 1012176000, "without reduction around");
    s = t = 0;
#pragma acc parallel copy(s)
    {
#pragma acc loop gang reduction(+ : s)
        for (int j = 0; j < 640; j++)
            s += j;
#pragma acc loop gang reduction(+ : s)
        for (int j = 0; j < 640; j++)
            s += j;
    }
    CHECK(s == 640 * 639, "two loops, copy");
#pragma acc data copy(t)
    {
#pragma acc parallel
        {
#pragma acc loop gang reduction(+ : t)
            for (int j = 0; j < 640; j++)
                t += j;
#pragma acc loop gang vector reduction(+ : q)
            for (int j = 0; j < 640; j++)
                q += j;
        }
    }
    CHECK(t == 320 * 639 && q == t, "two loops, data");
#pragma acc parallel present_or_copy(f[0 : 4])
    {
#pragma acc loop gang reduction(+ : f[0 : 4])
        for (int j = 0; j < 640; j++)
            f[j % 4] += 1;
    }
    CHECK(f[0] == 160 && f[3] == 160, "an array's section");
    long *p = check_alloc(8 * sizeof *p), m = 0;
#pragma acc parallel copy(p[0 : 8]) copy(m)
    {
#pragma acc loop gang reduction(+ : p[2 : 4]) reduction(max : m)
        for (int j = 0; j < 640; j++) {
            p[2 + j % 4] += 1;
            m = j > m ? j : m;
        }
    }
    CHECK(p[2] == 160 && p[5] == 160 && m == 639, "a pointer's section, max");
#pragma acc parallel
    {
#pragma acc loop gang reduction(+ : p[2 : 4])
        for (int j = 0; j < 640; j++) {
            p[2 + j % 4] += 1;
        }
    }
    CHECK(p[2] == 320 && p[5] == 320, "without copy");
    long x = 0, out[10];
#pragma acc parallel num_gangs(10) firstprivate(x) copyout(out)
    {
#pragma acc loop gang
        for (int i = 0; i < 10; i++) {
            x = 0;
#pragma acc loop vector reduction(+ : x)
            for (int j = 0; j < 100; j++)
                x += j;
            out[i] = x;
        }
    }
    CHECK(out[9] == 4950, "of a private variable");
    return check_end();
}
