// ROW: target data use_device_addr of sections
// SPEC: 5.1 5.4.10
/* Sections of an array and of a pointer: the base is moved so that indices keep their meaning. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[100], *p = check_alloc(100 * sizeof *p);
    check_begin(argc, argv);
    for (int i = 0; i < 100; i++)
        a[i] = p[i] = i;
#pragma omp target enter data map(to: a[20:37], p[50:41])
#pragma omp target data use_device_addr(a[20:37], p[50:41])
    {
        int *q = &a[20], *r = &p[50];
#pragma omp target parallel for is_device_ptr(q, r)
        for (int i = 0; i < 37; i++) {
            q[i] = -i;
            r[i] += 1000;
        }
    }
#pragma omp target exit data map(from: a[20:37], p[50:41])
    for (int i = 0; i < 100; i++) {
        CHECK_INT(a[i], i >= 20 && i < 57 ? 20 - i : i, "a[%d]", i);
        CHECK_INT(p[i], i >= 50 && i < 87 ? i + 1000 : i, "p[%d]", i);
    }
    free(p);
    return check_end();
}
