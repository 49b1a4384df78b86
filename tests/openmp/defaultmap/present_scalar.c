// ROW: target defaultmap(present: scalar)
// SPEC: 5.1 5.8.7
/* Without a clause of their own: what is mapped already is used as it is. */
#include "check.h"
#define BEHAVIOR present
#include "mapped_scalar.h"
