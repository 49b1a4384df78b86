/* events.h: detached tasks (events.c). In programs without any the device link makes these functions empty (they return
 * 0): nobody else pays for them. */
#ifndef GANTRY_EVENTS_H
#define GANTRY_EVENTS_H

#include "state.h"

void __gd_events_begin(void); /* by each lane of a kernel, first */
u32 __gd_events_enter(void);  /* a task begins; returns what __gd_events_leave takes at its end */
void __gd_events_leave(u32 outer);
u32 __gd_events_now(void);                   /* the number of the last event so far: those after it are larger */
void __gd_events_wait(u32 since, _Bool all); /* waits for events after `since`: those of the current task, or all */

#endif
