// ROW: declare mapper with map types of its own
// SPEC: 5.0 5.8.8
/* What both the mapper and the clause say is done: to of tofrom, nothing of to with from. */
#include "check.h"

struct both { int in, out, inout; };
#pragma omp declare mapper(struct both b) map(to: b.in) map(from: b.out) map(tofrom: b.inout)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct both s = {1, 2, 3};
    CHECK_MEANT(&s, sizeof s);
#pragma omp target map(tofrom: s)
    {
        s.in += 10;
        s.out = s.in;
        s.inout += 10;
    }
    CHECK_INT(s.in, check_device ? 1 : 11, "to only");
    CHECK_INT(s.out, 11, "from");
    CHECK_INT(s.inout, 13, "tofrom");
    s = (struct both){1, 2, 3};
#pragma omp target map(to: s)
    {
        s.out = 5;
        s.inout += s.in;
    }
    CHECK_INT(s.out, check_device ? 2 : 5, "from under to");
    CHECK_INT(s.inout, check_device ? 3 : 4, "tofrom under to");
    return check_end();
}
