/* acc_queues.c: the queues of OpenACC's async and wait. An asynchronous construct is a task that depends on the object
 * of its queue, as what waits for the queue does (src/front/acc/write.c). Queues whose numbers are equal but for a
 * multiple of QUEUES share an object: then they wait for each other, too. */
#include <stdatomic.h>

#include "host.h"

enum { QUEUES = 1024, NOVAL = -1, SYNC = -2 }; /* acc_async_noval, acc_async_sync */

static char objects[QUEUES + 2];
static _Atomic long default_queue = NOVAL;

char *gantry_acc_queue(long n)
{
    if (n == NOVAL)
        n = default_queue;
    return n < 0 ? &objects[QUEUES + (n == SYNC)] : &objects[n % QUEUES];
}

int gantry_acc_is_sync(long n) { return n == SYNC || (n == NOVAL && default_queue == SYNC); }

void gantry_acc_default_queue(long n) { default_queue = n; }
