/* merge.c: kernels of the merge sort. Both put each item where its rank among the other run's items says, found by
 * binary search. */
#include "order.h"
#include "team.h"

enum { MOST_TEAMS = 40 };

void sort_tiles(long n, struct item *item)
{
    const long tiles = (n + TILE - 1) / TILE;
    const int teams = (int)least(tiles + 1, MOST_TEAMS);
    TEAMS(teams, TILE, map(tofrom: item[0:n]))
    {
        struct item half[2][TILE];
        THREADS_OF_TEAM(TILE)
        FOR_TEAM(tile, tiles)
        {
            const int items = (int)least(TILE, n - tile * TILE);
            int from = 0;
            FOR_THREAD(i, items)
                half[0][i] = item[tile * TILE + i];
            BARRIER
            for (int run = 1; run < items; run *= 2, from ^= 1) {
                FOR_THREAD(i, items)
                {
                    const int pair = i / (2 * run) * 2 * run, mine = i / run * run;
                    const int other = mine == pair ? pair + run : pair;
                    const struct item x = half[from][i];
                    if (other >= items) { /* a run without a partner */
                        half[from ^ 1][i] = x;
                        continue;
                    }
                    const long rank = rank_of(x, least(run, items - other), &half[from][other]);
                    half[from ^ 1][pair + (i - mine) + rank] = x;
                }
                BARRIER
            }
            FOR_THREAD(i, items)
                item[tile * TILE + i] = half[from][i];
            BARRIER
        }
    }
}

void merge_runs(long n, long run, const struct item *from, struct item *to)
{
    OMP(omp target teams distribute parallel for thread_limit(192) map(to: from[0:n]) map(from: to[0:n]))
    for (long i = 0; i < n; i++) {
        const long pair = i / (2 * run) * 2 * run, mine = i / run * run;
        const long other = mine == pair ? pair + run : pair;
        const struct item x = from[i];
        long rank = 0;
        if (other < n)
            rank = rank_of(x, least(run, n - other), &from[other]);
        to[pair + (i - mine) + rank] = x;
    }
}
