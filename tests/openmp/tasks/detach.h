/* detach.h: for rows of detached tasks whose events another thread fulfils: the handle of an event on its way from the
 * task to that thread, 0 until it is there, and work that is seen only by who waits for the event. */
#pragma omp declare target
static void give_handle(unsigned long *place, omp_event_handle_t event)
{
#pragma omp atomic write seq_cst
    *place = (unsigned long)event;
}

static omp_event_handle_t wait_for_handle(unsigned long *place)
{
    unsigned long handle = 0;
    while (!handle) {
#pragma omp atomic read seq_cst
        handle = *place;
    }
    return (omp_event_handle_t)handle;
}

enum { COUNTED = 999 };

static void count_and_fulfill(unsigned long *place, int *value)
{
    omp_event_handle_t event = wait_for_handle(place);
    for (int i = 0; i <= COUNTED; i++) {
#pragma omp atomic write seq_cst
        *value = i;
    }
    omp_fulfill_event(event);
}

static int read_count(int *value)
{
    int seen;
#pragma omp atomic read seq_cst
    seen = *value;
    return seen;
}
#pragma omp end declare target
