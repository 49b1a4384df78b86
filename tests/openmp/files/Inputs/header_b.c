#define ELEMENT double
#define PLUS 0.5
#include "header.h"
int by_b(long n, double *last);
int by_b(long n, double *last) { return kernel(n, last); }
