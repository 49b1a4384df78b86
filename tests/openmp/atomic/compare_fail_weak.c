// ROW: atomic compare fail() weak
// SPEC: 5.1 15.8.3
#include "check.h"

enum { N = 200 };

int main(int argc, char **argv)
{
    int x[4] = {0}, best = -1;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: x, best)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++) {
            int done = 0, old;
#pragma omp atomic read
            old = x[k];
            while (!done) { /* an increment by hand */
                int v = old;
                if (k == 0) {
#pragma omp atomic compare capture weak seq_cst fail(relaxed)
                    {
                        done = x[0] == old;
                        if (done) {
                            x[0] = old + 1;
                        } else {
                            v = x[0];
                        }
                    }
                } else if (k == 1) {
#pragma omp atomic compare capture acq_rel fail(acquire)
                    {
                        done = x[1] == old;
                        if (done) {
                            x[1] = old + 1;
                        } else {
                            v = x[1];
                        }
                    }
                } else if (k == 2) {
#pragma omp atomic compare capture release fail(seq_cst)
                    {
                        done = x[2] == old;
                        if (done) {
                            x[2] = old + 1;
                        } else {
                            v = x[2];
                        }
                    }
                } else {
#pragma omp atomic compare capture weak relaxed fail(relaxed)
                    {
                        done = x[3] == old;
                        if (done) {
                            x[3] = old + 1;
                        } else {
                            v = x[3];
                        }
                    }
                }
                old = v;
                if (!done) {
#pragma omp atomic read
                    old = x[k];
                }
            }
        }
#pragma omp atomic compare fail(acquire)
        if (best < i) {
            best = i;
        }
    }
    for (int k = 0; k < 4; k++)
        CHECK_INT(x[k], N, "x[%d]", k);
    CHECK_INT(best, N - 1, "maximum");
    return check_end();
}
