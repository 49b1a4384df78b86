// ROW: target update to(a[l:n:s]), from(a[l:n:s])
// SPEC: 5.0 13.9
/* Every s-th element, and no other. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        if (n < 4)
            continue;
        int *a = check_alloc(sizeof(int) * (size_t)n);
        CHECK_MEANT(a, sizeof(int) * (size_t)n);
#pragma omp target enter data map(to: a[0:n])
        for (int i = 0; i < n && check_device; i++)
            a[i] = i;
        long count = (n - 1 + 2) / 3;
#pragma omp target update to(a[1:count:3])
#pragma omp target
        for (int i = 0; i < n; i++)
            a[i] += 5;
        for (int i = 0; i < n && check_device; i++)
            a[i] = -1;
#pragma omp target update from(a[0:(n + 1) / 2:2])
        for (int i = 0; i < n && check_device; i++)
            CHECK_INT(a[i], i % 2 ? -1 : (i % 3 == 1 ? i : 0) + 5, "a[%d] of %ld", i, n);
#pragma omp target exit data map(delete: a[0:n])
        free(a);
    }
    return check_end();
}
