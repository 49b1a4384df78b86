// ROW: target data use_device_ptr, several pointers mapped outside
// SPEC: 4.5 5.4.8
/* The pointers may point into the middle of what an outer construct maps; one is not mapped and stays as it is. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], b[5], *p = a + 30, *q = a, *none = b, seen = -1;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target enter data map(to: a)
#pragma omp target data use_device_ptr(p, q) use_device_ptr(none)
    {
        CHECK(p - q == 30, "both in one copy");
        CHECK(none == b, "not mapped");
#pragma omp target is_device_ptr(p, q) map(from: seen)
        {
            seen = p[6] + q[1];
            q[2] = -1;
        }
    }
#pragma omp target exit data map(from: a)
    CHECK_INT(seen, 37, "through both");
    CHECK_INT(a[2], -1, "stored");
    return check_end();
}
