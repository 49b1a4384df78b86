// ROW: omp_target_memset
// SPEC: 6.0 18.8
/* Bytes of device memory. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    unsigned char a[77];
    unsigned char *p = omp_target_alloc(sizeof a, device);
    CHECK(omp_target_memset(p, 0xab, sizeof a, device) == p, "result");
    omp_target_memset(p + 10, 300, 20, device);
    omp_target_memcpy(a, p, sizeof a, 0, 0, host, device);
    for (int i = 0; i < 77; i++)
        CHECK_INT(a[i], i >= 10 && i < 30 ? 300 & 255 : 0xab, "a[%d]", i);
    omp_target_free(p, device);
    return check_end();
}
