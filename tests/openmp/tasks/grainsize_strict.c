// ROW: taskloop grainsize(strict: )
// SPEC: 5.1 12.6.1
/* Tasks of as many iterations, but for the last. */
#include "check.h"
#define SIZE grainsize(strict: number)
#include "task_sizes.h"

static void check_tasks(int number, const int count[N], int tasks, int least, int most)
{
    (void)least;
    CHECK_INT(tasks, (N + number - 1) / number, "grainsize(strict: %d)", number);
    CHECK_INT(most, number < N ? number : N, "the largest of grainsize(strict: %d)", number);
    for (int i = 0; i < N; i += number)
        CHECK_INT(count[i], i + number <= N ? number : N - i, "the task of iteration %d", i);
}
