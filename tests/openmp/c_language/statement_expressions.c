// ROW: C: statement expressions
// SPEC: 4.0 1.7
/* ({ … }) with variables, loops, and as an argument. */
#include "check.h"

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[30];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 30; i++) {
        int n = i;
        r[i] = MAX(n++, 10) + ({ int s = 0; for (int j = 0; j < i; j++) s += j; s; }) + MAX(MAX(i, 3), 5);
        r[i] += n;
    }
    for (int i = 0; i < 30; i++)
        CHECK_INT(r[i], (i > 10 ? i : 10) + i * (i - 1) / 2 + (i > 5 ? i : 5) + i + 1, "iteration %d", i);
    return check_end();
}
