/* histogram.c: the kernel that counts the items of each bucket. A team counts in its own memory first. */
#include "order.h"
#include "team.h"

enum { NUM_TEAMS = 6, THREADS = 64 };

void count_buckets(long n, const struct item *item, const float *limit, int *count, int *bucket_of)
{
    TEAMS(NUM_TEAMS, THREADS, map(to: item[0:n], limit[0:BUCKETS]) map(tofrom: count[0:BUCKETS], bucket_of[0:n]))
    {
        int own[BUCKETS];
        float own_limit[BUCKETS];
        THREADS_OF_TEAM(THREADS)
        {
            FOR_THREAD(b, BUCKETS)
            {
                own[b] = 0;
                own_limit[b] = limit[b];
            }
            BARRIER
            const long threads = omp_get_num_threads(), step = threads * omp_get_num_teams();
            for (long i = omp_get_team_num() * threads + omp_get_thread_num(); i < n; i += step) {
                const int b = bucket_for(item[i].key, own_limit);
                bucket_of[i] = b;
                ATOMIC
                own[b]++;
            }
            BARRIER
            FOR_THREAD(b, BUCKETS)
            {
                if (own[b] == 0)
                    continue;
                ATOMIC
                count[b] += own[b];
            }
        }
    }
}
