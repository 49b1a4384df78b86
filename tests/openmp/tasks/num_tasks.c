// ROW: taskloop num_tasks()
// SPEC: 4.5 12.6.2
/* As many tasks. */
#include "check.h"
#define SIZE num_tasks(number)
#include "task_sizes.h"

static void check_tasks(int number, const int count[N], int tasks, int least, int most)
{
    (void)count, (void)least, (void)most;
    CHECK_INT(tasks, number < N ? number : N, "num_tasks(%d)", number);
}
