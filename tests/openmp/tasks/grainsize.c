// ROW: taskloop grainsize()
// SPEC: 4.5 12.6.1
/* Tasks of as many iterations or more, less than twice as many. */
#include "check.h"
#define SIZE grainsize(number)
#include "task_sizes.h"

static void check_tasks(int number, const int count[N], int tasks, int least, int most)
{
    (void)count;
    CHECK(least >= (number < N ? number : N) && (most < 2 * number), "grainsize(%d): %d tasks of %d to %d", number, tasks, least, most);
}
