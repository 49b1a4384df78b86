// ROW: taskloop num_tasks(strict: )
// SPEC: 5.1 12.6.2
/* As many tasks, all of nearly one size. */
#include "check.h"
#define SIZE num_tasks(strict: number)
#include "task_sizes.h"

static void check_tasks(int number, const int count[N], int tasks, int least, int most)
{
    (void)count;
    CHECK_INT(tasks, number < N ? number : N, "num_tasks(strict: %d)", number);
    CHECK(most - least <= 1, "num_tasks(strict: %d): of %d to %d iterations", number, least, most);
}
