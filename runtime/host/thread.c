/* thread.c: who the calling thread is: one of the program's own, or one of the runtime's queues. */
#include "host.h"

static _Thread_local unsigned queue;

unsigned gantry_queue_here(void) { return queue; }
void gantry_thread_is_queue(unsigned number) { queue = number; }
