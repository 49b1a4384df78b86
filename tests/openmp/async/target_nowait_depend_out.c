// ROW: target nowait depend(out:)
// SPEC: 4.5 15.9.5
#include "check.h"
#define EARLIER in
#define TYPE out
#include "behind_gate.h"
