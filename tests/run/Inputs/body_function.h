static void function_of_header(long n, int *out)
{
#pragma omp target teams num_teams(3) thread_limit(4) map(from: out[0:n])
#include "body_region.h"
}
