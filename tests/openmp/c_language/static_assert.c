// ROW: C: _Static_assert
// SPEC: 4.0 1.7
/* In regions and device functions; sizes there are the host's. */
#include "check.h"

struct mixed {
    char c;
    double d;
    short s;
};
static int size(void)
{
    _Static_assert(sizeof(long) == 8, "long");
    return (int)sizeof(struct mixed);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int got = 0;
#pragma omp target map(from: got)
    {
        _Static_assert(sizeof(struct mixed) == 24, "layout");
        _Static_assert(_Alignof(double) == 8, "alignment");
        got = size();
    }
    CHECK_INT(got, 24, "size");
    return check_end();
}
