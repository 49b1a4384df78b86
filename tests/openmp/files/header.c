// ROW: target in static inline functions of a header that several files include
// SPEC: 4.0 13.8
// FILES: Inputs/header_b.c Inputs/header_c.c
/* The same line of the same header in three files, with other types and other captures. */
#define ELEMENT int
#define PLUS 1
#include "check.h"
#include "Inputs/header.h"

int by_b(long n, double *last), by_c(long n, double *last);

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        double a = 0, b = 0, c = 0;
        CHECK(kernel(n, &a), "%ld: here", n);
        CHECK(by_b(n, &b), "%ld: second file", n);
        CHECK(by_c(n, &c), "%ld: third file", n);
        if (n > 0) {
            CHECK_REAL(a, n - 1 + 1, 0, "%ld: int", n);
            CHECK_REAL(b, n - 1 + 0.5, 0, "%ld: double", n);
            CHECK_REAL(c, n - 1 - 1000, 0, "%ld: long", n);
        }
    }
    return check_end();
}
