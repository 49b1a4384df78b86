// ROW: taskloop num_tasks()
// SPEC: 4.5 12.6.2
/* As many tasks. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 37 };
    int count[N], tasks, least, most;
    for (int k = 0; k < 4; k++) {
        int number = (int[]){1, 4, 10, 50}[k];
        int begun[N] = {0};
        for (int i = 0; i < N; i++)
            count[i] = 0;
#pragma omp target parallel num_threads(4) map(tofrom: count, begun)
#pragma omp single
        {
            int first = -1;
#pragma omp taskloop num_tasks(number) firstprivate(first)
            for (int i = 0; i < N; i++) {
                if (first < 0) {
                    first = i;
                    begun[i] = 1;
                }
                count[first]++;
            }
        }
        tasks = most = 0, least = N;
        for (int i = 0; i < N; i++)
            if (begun[i]) {
                tasks++;
                least = count[i] < least ? count[i] : least;
                most = count[i] > most ? count[i] : most;
            }
        CHECK_INT(tasks, number < N ? number : N, "num_tasks(%d)", number);
    }
    return check_end();
}
