// ROW: C: goto
// SPEC: 4.0 1.7
/* Labels inside a region: loops of jumps, out of nested loops, forwards. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[40], once = 0;
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 40; i++) {
        int n = 0, x = 0;
    again:
        n++;
        if (n < i % 5)
            goto again;
        for (int a = 0; a < 10; a++)
            for (int b = 0; b < 10; b++) {
                x++;
                if (a * 10 + b == i)
                    goto found;
            }
        x = -1;
    found:
        r[i] = n * 1000 + x;
    }
    for (int i = 0; i < 40; i++)
        CHECK_INT(r[i], (i % 5 ? i % 5 : 1) * 1000 + i + 1, "iteration %d", i);
#pragma omp target map(tofrom: once)
    {
        if (once)
            goto end;
        once = 1;
    end:;
    }
    CHECK_INT(once, 1, "one thread");
    return check_end();
}
