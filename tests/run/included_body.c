// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* The bodies of regions, of loops and of single statements stand in headers, which are included right after the pragma
 * or in the middle, also by a header: line markers that enter and leave a file stand on both sides of what is
 * replaced. */
#include "check.h"

static void whole_region(long n, int *out)
{
#pragma omp target teams num_teams(3) thread_limit(4) map(from: out[0:n])
#include "Inputs/body_region.h"
}

static void parallel_body(long n, int *out)
{
#pragma omp target teams num_teams(3) thread_limit(4) map(from: out[0:n])
    {
        int part[4];
#pragma omp parallel num_threads(4)
#include "Inputs/body_parallel.h"
    }
}

static void loop(long n, int *out)
{
#pragma omp target teams distribute parallel for map(from: out[0:n])
#include "Inputs/body_loop.h"
#pragma omp target teams distribute parallel for map(tofrom: out[0:n])
    for (long i = 0; i < n; i++)
#include "Inputs/body_statement.h"
}

#include "Inputs/body_function.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        int *out = check_alloc((size_t)n * sizeof *out);
        void (*const functions[])(long, int *) = {whole_region, parallel_body, loop, function_of_header};
        for (int f = 0; f < 4; f++) {
            memset(out, 0, (size_t)n * sizeof *out);
            functions[f](n, out);
            for (long i = 0; i < n; i++)
                CHECK_INT(out[i], (int)i + 1, "function %d, element %ld of %ld", f, i, n);
        }
        free(out);
    }
    return check_end();
}
