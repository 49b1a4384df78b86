// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %run_host %t 1000003 && %run_emulated32 %t 1000003
/* Every reduction operator of C over the arithmetic types, on the combined construct. */
#include "check.h"

#define TYPE int
#define LABEL "int"
#define NAME(x) int_##x
#define INTEGER 1
#include "reduction_type.h"

#define TYPE unsigned
#define LABEL "unsigned"
#define NAME(x) unsigned_##x
#define INTEGER 1
#include "reduction_type.h"

#define TYPE long
#define LABEL "long"
#define NAME(x) long_##x
#define INTEGER 1
#include "reduction_type.h"

#define TYPE float
#define LABEL "float"
#define NAME(x) float_##x
#define INTEGER 0
#include "reduction_type.h"

#define TYPE double
#define LABEL "double"
#define NAME(x) double_##x
#define INTEGER 0
#include "reduction_type.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        int_all(n);
        unsigned_all(n);
        long_all(n);
        float_all(n);
        double_all(n);
    }
    return check_end();
}
