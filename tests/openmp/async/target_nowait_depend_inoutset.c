// ROW: target nowait depend(inoutset:)
// SPEC: 5.1 15.9.5
#include "check.h"
#define EARLIER out
#define TYPE inoutset
#include "behind_gate.h"
