// ROW: target nowait depend(in:)
// SPEC: 4.5 15.9.5
#include "check.h"
#define EARLIER out
#define TYPE in
#include "behind_gate.h"
