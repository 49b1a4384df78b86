/* buckets.c: the kernel that moves items to their buckets. The team sums up how many of its tile go to each bucket,
 * takes that much room of each with one atomic capture, and hands it out to its threads with further ones. */
#include "order.h"
#include "team.h"

enum { THREADS = 96, MOST_TEAMS = 30 };

void fill_buckets(long n, const struct item *item, const int *bucket_of, int *start, struct item *out)
{
    const long tiles = (n + TILE - 1) / TILE;
    const int teams = (int)least(tiles + 1, MOST_TEAMS);
    TEAMS(teams, THREADS, map(to: item[0:n], bucket_of[0:n]) map(tofrom: start[0:BUCKETS]) map(from: out[0:n]))
    {
        struct {
            int count, first;
        } room[BUCKETS];
        THREADS_OF_TEAM(THREADS)
        FOR_TEAM(tile, tiles)
        {
            FOR_THREAD(b, BUCKETS)
                room[b].count = room[b].first = 0;
            BARRIER
            FOR_THREAD(i, (int)least(TILE, n - tile * TILE))
            {
                ATOMIC
                room[bucket_of[tile * TILE + i]].count++;
            }
            BARRIER
            FOR_THREAD(b, BUCKETS)
            {
                if (room[b].count == 0)
                    continue;
                int at;
                OMP(omp atomic capture)
                {
                    at = start[b];
                    start[b] += room[b].count;
                }
                room[b].first = at;
            }
            BARRIER
            FOR_THREAD(i, (int)least(TILE, n - tile * TILE))
            {
                const int b = bucket_of[tile * TILE + i];
                int at;
                OMP(omp atomic capture)
                at = room[b].first++;
                out[at] = item[tile * TILE + i];
            }
            BARRIER
        }
    }
}
