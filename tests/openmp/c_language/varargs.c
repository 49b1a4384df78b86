// ROW: C: functions with variable arguments
// SPEC: 4.0 1.7
/* va_arg of int, double, structures and pointers; va_copy; a va_list as an argument. */
#include "check.h"

struct big {
    long a[4];
};
static double mixed(int n, ...)
{
    va_list ap, again;
    double s = 0;
    va_start(ap, n);
    va_copy(again, ap);
    for (int i = 0; i < n; i++)
        s += i & 1 ? va_arg(ap, double) : va_arg(ap, int);
    va_end(ap);
    s += 100 * va_arg(again, int);
    va_end(again);
    return s;
}
static long others(int n, ...)
{
    va_list ap;
    long s = 0;
    va_start(ap, n);
    while (n--) {
        struct big b = va_arg(ap, struct big);
        s += b.a[3] + *va_arg(ap, long *) + va_arg(ap, long long);
    }
    va_end(ap);
    return s;
}
static int handed_on(int n, va_list ap)
{
    int s = 0;
    while (n--)
        s += va_arg(ap, int);
    return s;
}
static int first(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int s = handed_on(n, ap);
    va_end(ap);
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double d[20];
    long l[20];
    int k[20];
#pragma omp target teams distribute parallel for map(from: d, l, k)
    for (int i = 0; i < 20; i++) {
        struct big b = {{1, 2, 3, i}};
        long x = 1000;
        d[i] = mixed(4, i, 2.5, 3, 4.5);
        l[i] = others(2, b, &x, 10LL, b, &x, 20LL);
        k[i] = first(i % 3, i, 2, 3);
    }
    for (int i = 0; i < 20; i++) {
        CHECK_REAL(d[i], i + 10 + 100.0 * i, 0, "d[%d]", i);
        CHECK_INT(l[i], 2 * i + 2030, "l[%d]", i);
        CHECK_INT(k[i], i % 3 == 0 ? 0 : i % 3 == 1 ? i : i + 2, "k[%d]", i);
    }
    return check_end();
}
