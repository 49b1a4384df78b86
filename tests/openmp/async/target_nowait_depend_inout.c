// ROW: target nowait depend(inout:)
// SPEC: 4.5 15.9.5
#include "check.h"
#define EARLIER in
#define TYPE inout
#include "behind_gate.h"
