// ROW: scope on the host: nowait, reduction, private, firstprivate, allocate
// SPEC: 5.2 11.2
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int s = 0, p = 7, f = 3, most = -1, all = 0, count = 0, met = 1, in_tasks = 0;
        double a[4] = {0};
#pragma omp parallel
        {
            const int n = omp_get_num_threads();
#pragma omp single
            all = n;
#pragma omp scope reduction(+: s) private(p) firstprivate(f)
            {
                p = 1;
                s += p + f;
                f = 9;
            }
#pragma omp scope nowait reduction(max: most)
            if (omp_get_thread_num() > most)
                most = omp_get_thread_num();
#pragma omp scope private(p) allocate(omp_default_mem_alloc: p) reduction(+: a)
            {
                p = 2;
                for (int i = 0; i < 4; i++)
                    a[i] += p * i;
            }
#pragma omp scope
            {
#pragma omp atomic
                count++;
            }
            if (count != n) {
#pragma omp atomic write
                met = 0;
            }
#pragma omp scope reduction(task, +: in_tasks)
            {
#pragma omp single nowait
                for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+: in_tasks)
                    in_tasks += i;
                }
            }
        }
        CHECK_INT(s, 4 * all, "sum");
        CHECK_INT(most, all - 1, "maximum");
        CHECK_INT(p + f, 10, "originals");
        CHECK_INT(met, 1, "the barrier at the end");
        CHECK_INT(in_tasks, 190, "reduction(task, ...)");
        for (int i = 0; i < 4; i++)
            CHECK_REAL(a[i], 2 * i * all, 0, "element %d", i);
#pragma omp scope
        count++;
        CHECK_INT(count, all + 1, "outside of parallel regions");
    }
    return check_end();
}
