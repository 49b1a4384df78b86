// ROW: canonical loop with a variable declared outside
// SPEC: 2.5 4.4.1
/* The loop variable is private in the construct, whatever it is around it. */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N];
    int i, j, k = -5;
    long last = -1;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (i = 0; i < N; i++)
        a[i] += i;
#pragma omp target parallel for private(j) map(tofrom: b)
    for (j = 0; j < N; j++)
        b[j] += j;
#pragma omp target map(tofrom: c, k, last)
    {
#pragma omp parallel
        {
#pragma omp for lastprivate(k)
            for (k = 0; k < N; k += 2)
                c[k] += k;
        }
        last = k;
    }
    CHECK_INT(last, N + 1, "lastprivate loop variable");
    for (int n = 0; n < N; n++) {
        CHECK_INT(a[n], n, "a[%d]", n);
        CHECK_INT(b[n], n, "b[%d]", n);
        CHECK_INT(c[n], n % 2 ? 0 : n, "c[%d]", n);
    }
    return check_end();
}
