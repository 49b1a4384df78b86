// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* math.h on the device, compared with the host within some units in the last place. */
#include "check.h"

#include <float.h>

enum { POINTS = 64 };

static void near(double got, double want, double ulps, double epsilon, const char *name, double x, double y)
{
    double scale = fabs(want) > DBL_MIN ? fabs(want) : DBL_MIN;
    int good =
        got == want || (got != got && want != want) || fabs(got - want) <= (ulps + 0.5) * epsilon * scale;
    if (!good && fabs(want) < 1e-3 && fabs(got - want) <= 4 * epsilon) /* next to a zero of the function */
        good = 1;
    CHECK(good, "%s(%.17g, %.17g): got %.17g, want %.17g", name, x, y, got, want);
}

#define TYPE double
#define LABEL "double"
#define NAME(x) double_##x
#define M(name) name
#define M_EPS DBL_EPSILON
#include "math_type.h"

#define TYPE float
#define LABEL "float"
#define NAME(x) float_##x
#define M(name) name##f
#define M_EPS FLT_EPSILON
#include "math_type.h"

/* in a sum over the whole device, as programs use them */
static void together(long n)
{
    double sum = 0, want = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++) {
        double x = (double)i * 0.01;
        sum += sin(x) * sin(x) + cos(x) * cos(x) + exp(log(x + 1)) - x;
    }
    want = 2.0 * (double)n;
    CHECK(fabs(sum - want) <= 1e-9 * want, "identities add up to %.17g, want %.17g, n=%ld", sum, want, n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double_all();
    float_all();
    FOR_EACH_SIZE(n)
    together(n);
    return check_end();
}
