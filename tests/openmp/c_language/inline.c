// ROW: C: inline functions
// SPEC: 4.0 1.7
/* inline, static inline and extern inline functions. */
#include "check.h"

inline int plain(int x) { return x + 1; }
extern inline int plain(int x);
static inline int hidden(int x) { return plain(x) * 2; }
inline __attribute__((always_inline)) static int always(int x) { return hidden(x) - 1; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[20];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 20; i++)
        r[i] = always(i) * 100 + plain(i);
    for (int i = 0; i < 20; i++)
        CHECK_INT(r[i], (2 * (i + 1) - 1) * 100 + i + 1, "iteration %d", i);
    return check_end();
}
