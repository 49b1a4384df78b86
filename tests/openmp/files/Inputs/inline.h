#pragma omp declare target
inline int twice(int x) { return 2 * x; }
static inline int thrice(int x) { return 3 * x; }
#pragma omp end declare target
