// ROW: C: _Pragma
// SPEC: 4.0 1.7
/* Directives from macros. */
#include "check.h"

#define OMP(x) _Pragma(#x)
#define LOOP(i, n) OMP(omp target teams distribute parallel for map(tofrom: r)) for (int i = 0; i < (n); i++)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[40] = {0};
    LOOP(i, 40)
    {
        r[i] = i;
        OMP(omp atomic)
        r[i] += 2;
    }
    for (int i = 0; i < 40; i++)
        CHECK_INT(r[i], i + 2, "r[%d]", i);
    return check_end();
}
