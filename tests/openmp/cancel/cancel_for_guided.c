// ROW: cancel for, schedule(guided)
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"
#define SCHEDULE guided
#include "loop_after_loop.h"
