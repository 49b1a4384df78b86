// ROW: omp_set_affinity_format, omp_get_affinity_format, omp_capture_affinity, omp_display_affinity
// SPEC: 5.0 18.3.8
// DEVICES: host
/* The host's routines, in a program with regions. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    char got[64] = "", text[64] = "";
    omp_set_affinity_format("thread %n of gantry");
    size_t n = omp_get_affinity_format(got, sizeof got);
    CHECK(n == strlen("thread %n of gantry") && !strcmp(got, "thread %n of gantry"), "format: %zu '%s'", n, got);
    n = omp_capture_affinity(text, sizeof text, "at %n");
    CHECK(n == 4 && !strcmp(text, "at 0"), "captured: %zu '%s'", n, text);
    omp_display_affinity(NULL);
    return check_end();
}
