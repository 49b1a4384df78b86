// ROW: requires atomic_default_mem_order()
// SPEC: 5.0 8.2
#include "check.h"

#pragma omp requires atomic_default_mem_order(seq_cst)

int main(int argc, char **argv)
{
    int data = 0, flag = 0, got = 0, n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: data, flag, got, n)
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        n = omp_get_num_threads();
        int seen = 0;
        if (omp_get_thread_num() == 0) {
            data = 99;
#pragma omp atomic write
            flag = 1;
        } else {
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
            got = data;
        }
    }
    if (n == 2)
        CHECK_INT(got, 99, "the value behind the flag");
    return check_end();
}
