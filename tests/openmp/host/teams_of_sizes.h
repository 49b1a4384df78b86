/* For rows about the host alone: the statement runs with 1, 2 and 7 threads. */
#ifndef TEAMS_OF_SIZES_H
#define TEAMS_OF_SIZES_H

#define WITH_1_2_AND_7_THREADS                                                                               \
    for (int threads = 1; threads <= 7 && (omp_set_num_threads(threads), 1); threads = threads == 1 ? 2 : threads + 5)

#endif
