/* watch.h: what a barrier or fence of the PTX is good for, in one run: GANTRY_SOFTGPU_WATCH is its line. Strict. */
#ifndef GANTRY_SOFTGPU_WATCH_H
#define GANTRY_SOFTGPU_WATCH_H

#include "softgpu.h"

struct watch *watch_new(void);                                          /* NULL: nothing is asked */
void watch_passed(struct warp *w, const struct insn *i, uint32_t lane); /* after it has ordered something */
/* an access of a lane conflicts with one that another lane did at that clock: whether the watched one lies between */
bool watch_between(const struct warp *w, uint32_t lane, uint32_t warp, uint32_t other_lane, uint32_t clock);
void watch_pair(struct watch *t, bool strong, int line, int other);
void watch_end(struct watch *t); /* of a launch: adds to what GANTRY_SOFTGPU_EXECUTED names */

#endif
