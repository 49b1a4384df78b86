#include "warm.h"
void warm_up(int n, double *x) { add(n, x, 1); }
