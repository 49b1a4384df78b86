// ROW: atomic compare on the host: capture, fail, weak
// SPEC: 5.1 15.8.4
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

static void alone(void)
{
    int x = 5, y = 9, v = 0, r = 0, *p = &x;
    double d = 2.5, dv;
    float f = 1, e = 1;
    unsigned char c = 3;
#pragma omp atomic compare capture
    {
        v = x;
        if (x == 5) {
            x = y;
        }
    }
    CHECK_INT(v, 5, "v before");
    CHECK_INT(x, 9, "x");
#pragma omp atomic compare capture
    {
        if (x == 9) {
            x = 2;
        }
        v = x;
    }
    CHECK_INT(v, 2, "v after");
#pragma omp atomic compare capture
    {
        r = x == 2;
        if (r) {
            x = 4;
        }
    }
    CHECK_INT(r, 1, "the comparison's result is 1");
#pragma omp atomic compare capture
    {
        r = x == 2;
        if (r) {
            x = 4;
        } else {
            v = x;
        }
    }
    CHECK_INT(r, 0, "the result of one that fails");
    CHECK_INT(v, 4, "v where it fails");
#pragma omp atomic compare capture
    if (x == 1) {
        x = 4;
    } else {
        v = x;
    }
    CHECK_INT(v, 4, "v in else");
#pragma omp atomic compare capture weak seq_cst fail(acquire)
    {
        v = x;
        if (x == 100) {
            x = 1;
        }
    }
    CHECK_INT(v, 4, "weak");
#pragma omp atomic compare seq_cst fail(relaxed)
    if (x == 4) {
        x = 6;
    }
    CHECK_INT(x, 6, "fail");
#pragma omp atomic compare capture
    {
        dv = d;
        if (d < 8) {
            d = 8;
        }
    }
    CHECK_REAL(dv + d, 10.5, 0, "double");
#pragma omp atomic compare capture
    {
        r = f == e;
        if (r) {
            f = 5;
        }
    }
    CHECK_INT(r, 1, "float");
    CHECK_REAL(f, 5, 0, "float");
#pragma omp atomic compare
    if (c > 2) {
        c = 2;
    }
    CHECK_INT(c, 2, "unsigned char");
#pragma omp atomic compare
    p = p == &x ? &y : p;
    CHECK(p == &y, "pointer");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    alone();
    WITH_1_2_AND_7_THREADS
    {
        float most = -1e9f;
        short least = 1000;
        int count = 0;
#pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
            float q = i * 37 % 1000 - 500.f;
#pragma omp atomic compare
            most = most < q ? q : most;
#pragma omp atomic compare
            if (least > (short)(i + 3)) {
                least = (short)(i + 3);
            }
            for (int seen = 0, now = -1; now != seen;) {
#pragma omp atomic read
                seen = count;
#pragma omp atomic compare capture
                {
                    now = count;
                    if (count == seen) {
                        count = seen + 1;
                    }
                }
            }
        }
        CHECK_REAL(most, 499, 0, "maximum");
        CHECK_INT(least, 3, "minimum");
        CHECK_INT(count, 1000, "count");
    }
    return check_end();
}
