// ROW: target defaultmap(alloc: pointer)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: nothing is copied: the region works on the device's copy. */
#include "check.h"
#define BEHAVIOR alloc
#include "mapped_pointer.h"
