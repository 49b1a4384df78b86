// ROW: metadirective when(device={isa(sse2)}:)
// SPEC: 5.0 7.2
/* Every x86-64 has SSE2; none has what is not. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, other = 0;
    check_begin(argc, argv);
#pragma omp metadirective when(device={isa(sse2)}: parallel num_threads(3)) default(nothing)
    {
#pragma omp atomic
        count++;
    }
    CHECK_INT(count, 3, "sse2");
#pragma omp metadirective when(device={isa(sse77)}: parallel num_threads(3)) default(nothing)
    {
#pragma omp atomic
        other++;
    }
    CHECK_INT(other, 1, "no such set");
    return check_end();
}
