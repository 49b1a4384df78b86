/* team.h: the words in which the kernels of this folder are written. They read like a kernel for a GPU and are plain
 * OpenMP: a team is a thread block, an array declared in it is the block's shared memory, a barrier is its barrier.
 *
 *     TEAMS(teams, threads, clauses)       a league of teams, at most `threads` threads each
 *     {
 *         double part[THREADS];            one per team, shared by its threads
 *         THREADS_OF_TEAM(threads)
 *         {
 *             …  BARRIER  …
 *         }
 *     }
 *
 * OpenMP may give a program fewer threads than it asks for, so kernels here ask how many there are and stride by that. */
#ifndef TEAM_H
#define TEAM_H
#include <omp.h>

#define OMP(...) _Pragma(#__VA_ARGS__)
#define TEAMS(NUM_TEAMS, LIMIT, ...) OMP(omp target teams num_teams(NUM_TEAMS) thread_limit(LIMIT) __VA_ARGS__)
#define THREADS_OF_TEAM(COUNT) OMP(omp parallel num_threads(COUNT))
#define BARRIER OMP(omp barrier)
#define ATOMIC OMP(omp atomic)

/* the items first, first + step, …, below n: of a team among teams, and of a thread among its team's threads */
#define FOR_TEAM(i, n) for (long i = omp_get_team_num(); i < (n); i += omp_get_num_teams())
#define FOR_THREAD(i, n) for (int i = omp_get_thread_num(); i < (n); i += omp_get_num_threads())

#endif
