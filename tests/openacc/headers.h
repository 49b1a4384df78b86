#pragma acc routine seq
static inline int twice(int x) { return 2 * x; }
#pragma acc routine seq
int more(int x);
