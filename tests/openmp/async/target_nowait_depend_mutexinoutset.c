// ROW: target nowait depend(mutexinoutset:)
// SPEC: 5.0 15.9.5
#include "check.h"
#define EARLIER out
#define TYPE mutexinoutset
#include "behind_gate.h"
