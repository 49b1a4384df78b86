// ROW: omp_alloc (no bytes, NULL)
// SPEC: 5.1 18.13.5
/* No bytes give NULL, and NULL can be freed. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    {
        wrong += omp_alloc(0, omp_default_mem_alloc) != NULL;
        omp_free(NULL, omp_default_mem_alloc);
    }
    CHECK_INT(wrong, 0, "in a region");
    return check_end();
}
