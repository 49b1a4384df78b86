// ROW: target nowait in a final task
// SPEC: 4.5 12.3
/* What a final task generates is over before the task goes on. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, seen = -1;
    check_begin(argc, argv);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task final(1) shared(x, seen)
        {
#pragma omp target nowait map(tofrom: x)
            for (int k = 0; k < 5000; k++)
                x += k & 1;
            seen = x;
        }
    }
    CHECK_INT(seen, 2500, "seen behind the construct");
    return check_end();
}
