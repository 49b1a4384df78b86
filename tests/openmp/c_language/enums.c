// ROW: C: enumerations
// SPEC: 4.0 1.7
/* Constants and variables of enumerated types, of file and block scope. */
#include "check.h"

enum color { RED, GREEN = 5, BLUE, DARK = -2 };
static enum color next(enum color c) { return c == RED ? GREEN : c == GREEN ? BLUE : RED; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum color c[30];
    int r[30];
#pragma omp target teams distribute parallel for map(from: c, r)
    for (int i = 0; i < 30; i++) {
        enum step { ONE = 1, MANY = 100 } s = i % 2 ? ONE : MANY;
        c[i] = i % 4 == 0 ? RED : i % 4 == 1 ? GREEN : i % 4 == 2 ? BLUE : DARK;
        r[i] = next(c[i]) * 1000 + s;
    }
    for (int i = 0; i < 30; i++) {
        int k = i % 4;
        CHECK_INT(c[i], k == 0 ? 0 : k == 1 ? 5 : k == 2 ? 6 : -2, "c[%d]", i);
        CHECK_INT(r[i], (k == 0 ? 5 : k == 1 ? 6 : 0) * 1000 + (i % 2 ? 1 : 100), "r[%d]", i);
    }
    return check_end();
}
