/* assign.c: the kernel. A team takes tiles of points. Centres and the team's sums are copies of its own, which its
 * threads share: the adding up is in two steps, atomic in the team's memory for each point, and once per team and
 * cluster in the device's. */
#include "kmeans.h"
#include "metric.h"
#include "team.h"

enum { NUM_TEAMS = 12, THREADS = 96, TILE = 256 };

long assign_on_device(const struct problem *p, int metric, struct cluster *cluster, int *label)
{
    const long points = p->points;
    const int clusters = p->clusters, features = p->features;
    const int *point = p->point;
    long changed = 0;

    TEAMS(NUM_TEAMS, THREADS, map(tofrom: cluster[0:clusters], changed) map(to: point[0:points * features]) \
                                  map(tofrom: label[0:points]))
    {
        struct cluster own[MAX_CLUSTERS];
        int own_changed;
        THREADS_OF_TEAM(THREADS)
        {
            metric_function *const distance = metric_table[metric];
            FOR_THREAD(c, clusters)
            {
                own[c].members = 0;
                for (int f = 0; f < features; f++) {
                    own[c].centre[f] = cluster[c].centre[f];
                    own[c].sum[f] = 0;
                }
            }
            if (omp_get_thread_num() == 0)
                own_changed = 0;
            BARRIER

            FOR_TEAM(tile, (points + TILE - 1) / TILE)
            {
                FOR_THREAD(i, TILE)
                {
                    const long at = tile * TILE + i;
                    if (at >= points)
                        continue;
                    const int *x = &point[at * features];
                    int nearest = 0, least = distance(x, own[0].centre, features);
                    for (int c = 1; c < clusters; c++) {
                        const int d = distance(x, own[c].centre, features);
                        if (d >= least)
                            continue;
                        least = d;
                        nearest = c;
                    }
                    ATOMIC
                    own[nearest].members++;
                    for (int f = 0; f < features; f++) {
                        ATOMIC
                        own[nearest].sum[f] += x[f];
                    }
                    if (label[at] == nearest)
                        continue;
                    label[at] = nearest;
                    ATOMIC
                    own_changed++;
                }
            }
            BARRIER

            FOR_THREAD(c, clusters)
            {
                if (own[c].members == 0)
                    continue;
                ATOMIC
                cluster[c].members += own[c].members;
                for (int f = 0; f < features; f++) {
                    ATOMIC
                    cluster[c].sum[f] += own[c].sum[f];
                }
            }
            if (omp_get_thread_num() == 0) {
                ATOMIC
                changed += own_changed;
            }
        }
    }
    return changed;
}
