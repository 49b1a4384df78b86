{
    part[omp_get_thread_num()] = 0;
#pragma omp barrier
    for (long i = omp_get_team_num(); i < n; i += omp_get_num_teams())
        if (i % omp_get_num_threads() == omp_get_thread_num())
#include "body_statement.h"
    if (part[omp_get_thread_num()] == 0)
        for (long i = omp_get_team_num(); i < n; i += omp_get_num_teams())
            if (i % omp_get_num_threads() == omp_get_thread_num())
                out[i] = (int)i + 1;
}
