// ROW: cancel for, schedule(dynamic)
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"
#define SCHEDULE dynamic, 3
#include "loop_after_loop.h"
