// ROW: target in_reduction() nowait depend()
// SPEC: 5.0 5.5.10
/* Deferred regions of different threads add to different copies; the task group waits for them. */
#include "check.h"

enum { N = 40 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 5;
    int order[N], wrong = 0;
    for (int i = 0; i < N; i++)
        order[i] = -1;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum)
    {
        for (int i = 0; i < N; i++) {
#pragma omp target nowait in_reduction(+: sum) firstprivate(i) map(from: order[i:1]) depend(out: order[i])
            {
                sum += i;
                order[i] = i;
            }
#pragma omp task in_reduction(+: sum) depend(in: order[i]) shared(wrong)
            {
                sum += 1000;
                if (order[i] != i)
#pragma omp atomic
                    wrong++;
            }
        }
    }
    CHECK_INT(sum, 5 + N * (N - 1) / 2 + 1000L * N, "sum");
    CHECK_INT(wrong, 0, "tasks that came before the region they depend on");
    return check_end();
}
