/* watch.h: what barriers and fences of the PTX are good for, in one run: GANTRY_SOFTGPU_WATCH is the line of one, or
 * "all". Strict. */
#ifndef GANTRY_SOFTGPU_WATCH_H
#define GANTRY_SOFTGPU_WATCH_H

#include "softgpu.h"

struct watch *watch_new(void);                                          /* NULL: nothing is asked */
void watch_passed(struct warp *w, const struct insn *i, uint32_t lane); /* after it has ordered something */
void watch_access(struct warp *w, uint32_t lane);                       /* to global or shared memory */
/* an access of a lane, at a line, conflicts with one that another lane did at that clock, at another line: counts for
 * those that lie between. strong: both are */
void watch_pair(const struct warp *w, uint32_t lane, int line, uint32_t warp, uint32_t other_lane, uint32_t clock,
                int other, bool strong);
void watch_end(struct watch *t); /* of a launch: adds to what GANTRY_SOFTGPU_EXECUTED names */

#endif
