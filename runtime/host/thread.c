/* thread.c: who the calling thread is: one of the program's own, or one of the runtime's queues. */
#include "host.h"

static _Thread_local unsigned queue;

unsigned gantry_queue_here(void) { return queue; }
void gantry_thread_is_queue(unsigned number) { queue = number; }

static _Thread_local const void *job;

const void *gantry_job_here(void) { return job; }
void gantry_thread_has_job(const void *code) { job = code; }

static _Thread_local const void *caller;

const void *gantry_caller_here(void) { return caller; }
void gantry_thread_called_from(const void *code) { caller = code; }
