// ROW: declare target to
// SPEC: 4.5 7.8.1
#include "check.h"
#define CLAUSE to
#include "list.h"
