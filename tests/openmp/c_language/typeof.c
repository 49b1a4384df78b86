// ROW: C: typeof and __auto_type
// SPEC: 4.0 1.7
/* Types taken from expressions, nested, of pointers, arrays and functions. */
#include "check.h"

static long f(short x) { return x * 2L; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long r[30];
    double a[30][3];
    for (int i = 0; i < 90; i++)
        a[i / 3][i % 3] = i;
#pragma omp target teams distribute parallel for map(from: r) map(to: a)
    for (int i = 0; i < 30; i++) {
        __typeof__(a[0]) row;
        __typeof__(&a[0]) p = (__typeof__(p))&a[i];
        __typeof__(f) *call = f;
        __typeof__(__typeof__(*p[0])) sum = 0;
        __auto_type twice = call((short)i);
        for (int j = 0; j < 3; j++)
            row[j] = (*p)[j];
        for (int j = 0; j < 3; j++)
            sum += row[j];
        r[i] = (long)sum + twice + (long)sizeof twice;
    }
    for (int i = 0; i < 30; i++)
        CHECK_INT(r[i], 9 * i + 3 + 2 * i + 8, "iteration %d", i);
    return check_end();
}
