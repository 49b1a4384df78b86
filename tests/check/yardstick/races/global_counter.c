/* A function of another file counts its calls in a global variable.
   files: global_counter_other.c
   fault 1 races calls: without atomic
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
extern int calls;
int square(int x);
#pragma omp end declare target

int main(void)
{
    enum { N = 90 };
    int out[N];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < N; i++)
        out[i] = square(i); /* ALSO 1 */
#pragma omp target update from(calls)
    MUST(calls == N && out[9] == 81);
    return DONE;
}
