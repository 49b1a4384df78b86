// ROW: declare variant match(implementation={vendor()})
// SPEC: 5.0 7.5
/* One of two vendors, and not a third. */
#include "check.h"

int llvm(int x) { return x + 100; }
int gnu(int x) { return x + 100; }
int nobody(int x) { return x + 200; }
#pragma omp declare variant(nobody) match(implementation={vendor(nobody)})
#pragma omp declare variant(llvm) match(implementation={vendor(llvm)})
#pragma omp declare variant(gnu) match(implementation={vendor(gnu)})
int base(int x) { return x; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        v[0] = base(7);
    }
    CHECK_INT(v[0], 107, "in a region");
    CHECK_INT(base(8), 108, "outside");
    return check_end();
}
