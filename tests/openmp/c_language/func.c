// ROW: C: __func__
// SPEC: 4.0 1.7
/* Names the function that the user wrote, in regions, in parallel and in device functions. */
#include "check.h"

static const char *who(void) { return __func__; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    char region[32] = "", inner[32] = "", called[32] = "";
    int length = 0;
#pragma omp target map(tofrom: region, inner, called, length)
    {
        strcpy(region, __func__);
        strcpy(called, who());
        length = (int)sizeof __func__;
#pragma omp parallel num_threads(2)
#pragma omp master
        strcpy(inner, __func__);
    }
    CHECK(!strcmp(region, "main"), "region: '%s'", region);
    CHECK(!strcmp(inner, "main"), "parallel: '%s'", inner);
    CHECK(!strcmp(called, "who"), "function: '%s'", called);
    CHECK_INT(length, 5, "sizeof __func__");
    return check_end();
}
