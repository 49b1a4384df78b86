// ROW: C: _Alignas
// SPEC: 4.0 1.7
/* Variables aligned to more than their type asks for, of threads and of a team. */
#include "check.h"

struct line {
    _Alignas(64) char c;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int bad = 0, team = 0;
#pragma omp target teams distribute parallel for reduction(+: bad)
    for (int i = 0; i < 100; i++) {
        _Alignas(16) char a[3] = {1, 2, 3};
        _Alignas(32) char b = 4;
        _Alignas(64) int c[2] = {5, 6};
        struct line l[2] = {{7}, {8}};
        char *volatile p = a, *volatile q = &b;
        int *volatile r = c;
        struct line *volatile s = l;
        bad += (unsigned long)p % 16 || (unsigned long)q % 32 || (unsigned long)r % 64 || (unsigned long)(s + 1) % 64;
        bad += *p + p[2] + *q + r[1] + s[1].c != 22;
    }
    CHECK_INT(bad, 0, "threads");
#pragma omp target map(tofrom: team)
    {
        _Alignas(64) int shared = 1;
        char before = 1;
        _Alignas(128) char other[5] = {before};
        int *volatile p = &shared;
        char *volatile q = other;
#pragma omp parallel num_threads(3)
        {
#pragma omp atomic
            shared += *q;
        }
        team = (unsigned long)p % 64 == 0 && (unsigned long)q % 128 == 0 && shared >= 2;
    }
    CHECK_INT(team, 1, "team");
    return check_end();
}
