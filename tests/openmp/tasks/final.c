// ROW: task final()
// SPEC: 3.1 12.5
/* Tasks in a final task are final, and over when their statements are. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int final = 0, inner = 0, others = 0, before = 0, made = 0;
#pragma omp target parallel num_threads(4) map(tofrom: final, inner, others, before, made)
    {
        int t = omp_get_thread_num();
#pragma omp task final(t >= 0)
        {
            int x = 1;
#pragma omp atomic
            final += omp_in_final() != 0;
#pragma omp task shared(x)
            {
                x = 2;
#pragma omp atomic
                inner += omp_in_final() != 0;
            }
            if (x != 2) {
#pragma omp atomic
                before++;
            }
        }
#pragma omp task final(t < 0)
        {
#pragma omp atomic
            others += omp_in_final() != 0;
#pragma omp atomic
            made++;
        }
#pragma omp taskwait
#pragma omp atomic
        others += omp_in_final() != 0;
    }
    CHECK(made > 0 && made <= 4, "%d threads", made);
    CHECK_INT(final, made, "final tasks");
    CHECK_INT(inner, made, "tasks in them");
    CHECK_INT(before, 0, "final tasks that did not wait for those in them");
    CHECK_INT(others, 0, "others that say they are final");
    return check_end();
}
