// ROW: C: switch
// SPEC: 4.0 1.7
/* Cases that fall through, ranges, a loop that is entered in its middle. */
#include "check.h"

static int copy(int n)
{
    int k = 0, rounds = (n + 3) / 4;
    if (!n)
        return 0;
    switch (n % 4) {
    case 0: do { k++;
    case 3: k++;
    case 2: k++;
    case 1: k++;
            } while (--rounds > 0);
    }
    return k;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[60];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 60; i++) {
        int v = 0;
        switch (i) {
        case 0:
            v = 1;
            break;
        case 3 ... 9:
            v = 2;
            /* fall through */
        case 10:
            v += 10;
            break;
        default:
            switch (i % 2) {
            case 1:
                v = 5;
            }
        }
        r[i] = v * 100 + copy(i);
    }
    for (int i = 0; i < 60; i++) {
        int v = i == 0 ? 1 : i >= 3 && i <= 9 ? 12 : i == 10 ? 10 : i % 2 ? 5 : 0;
        CHECK_INT(r[i], v * 100 + i, "iteration %d", i);
    }
    return check_end();
}
