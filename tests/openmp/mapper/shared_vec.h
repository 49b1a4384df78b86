/* a structure and its mapper, for several files */
typedef struct { int n, *v; } shared_vec;
#pragma omp declare mapper(shared_vec s) map(s) map(s.v[0:s.n])
void shared_add(shared_vec *s, int x);
