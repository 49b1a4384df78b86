#define ELEMENT long
#define PLUS -1000
#include "header.h"
int by_c(long n, double *last);
int by_c(long n, double *last) { return kernel(n, last); }
