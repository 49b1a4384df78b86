// a member of the archives of archives.c; NAME is its kernel and its host function
// SUMMARY: kernel|gantry_k_NAME|file=b.c|func=f|line=10|mode=spmd|nparams=2|flags=effect
#ifdef DEVICE
#include "kernel.h"
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
static void body(long i, double *x) { x[i] = 2; }
#define MAKE(name) KERNEL(name, body)
MAKE(PASTE(gantry_k_, NAME))
#endif
#ifdef HOST
void NAME(void) {}
#endif
