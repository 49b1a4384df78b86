// ROW: reduction(declared: array[0:n])
// SPEC: 4.5 5.5.8
/* The declared combiner joins arrays element by element. */
#include "check.h"

struct spot {
    double value;
    int at;
};
#pragma omp declare reduction(greatest : struct spot : omp_out = omp_in.value > omp_out.value ? omp_in : omp_out) \
    initializer(omp_priv = {-1e300, -1})

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int m = 9;
        struct spot *s = check_alloc(sizeof *s * (size_t)m), all[3] = {{0, -7}, {0, -7}, {0, -7}};
        for (int k = 0; k < m; k++)
            s[k] = (struct spot){0, -7};
#pragma omp target teams distribute parallel for map(tofrom: s[0:m], all) reduction(greatest: s[0:m], all)
        for (long i = 0; i < n; i++) {
            if ((double)i > s[i % m].value)
                s[i % m] = (struct spot){(double)i, (int)(i % 5)};
            if ((double)i > all[i % 3].value)
                all[i % 3] = (struct spot){(double)i, (int)(i % 7)};
        }
        for (int k = 0; k < m + 3; k++) {
            struct spot got = k < m ? s[k] : all[k - m], want = {0, -7};
            for (long i = k < m ? k : k - m; i < n; i += k < m ? m : 3)
                if ((double)i > want.value)
                    want = (struct spot){(double)i, (int)(i % (k < m ? 5 : 7))};
            CHECK_REAL(got.value, want.value, 0, "value %d, n=%ld", k, n);
            CHECK_INT(got.at, want.at, "index %d, n=%ld", k, n);
        }
        free(s);
    }
    return check_end();
}
