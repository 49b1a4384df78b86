// ROW: C: computed goto
// SPEC: 4.0 1.7
// REFUSED: GN0309
/* GPUs have no indirect jumps. */
#include "check.h"

int main(int argc, char **argv)
{
    int r = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: r)
    {
        void *to[] = {&&first, &&second};
        goto *to[r];
    first:
        r++;
    second:
        r++;
    }
    CHECK_INT(r, 2, "labels");
    return check_end();
}
