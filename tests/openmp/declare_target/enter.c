// ROW: declare target enter
// SPEC: 5.2 7.8.1
#include "check.h"
#define CLAUSE enter
#include "list.h"
