// ROW: target has_device_addr of scalars and structures
// SPEC: 5.1 5.4.9
#include "check.h"

struct pair { int x, y; };

int main(int argc, char **argv)
{
    int s = 7;
    struct pair t = {1, 2};
    check_begin(argc, argv);
#pragma omp target data map(tofrom: s, t) use_device_addr(s, t)
    {
#pragma omp target has_device_addr(s) has_device_addr(t)
        {
            s += 1;
            t.y = s;
        }
#pragma omp target teams num_teams(1) has_device_addr(s)
#pragma omp parallel num_threads(4)
#pragma omp atomic
        s += 0;
    }
    CHECK_INT(s, 8, "scalar");
    CHECK_INT(t.y, 8, "structure");
    return check_end();
}
