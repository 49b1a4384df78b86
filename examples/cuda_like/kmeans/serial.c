/* serial.c: the same step, a point at a time. */
#include "kmeans.h"
#include "metric.h"

long assign_serial(const struct problem *p, int metric, struct cluster *cluster, int *label)
{
    long changed = 0;
    for (long i = 0; i < p->points; i++) {
        const int *x = &p->point[i * p->features];
        int nearest = 0;
        for (int c = 1; c < p->clusters; c++)
            if (metric_table[metric](x, cluster[c].centre, p->features) <
                metric_table[metric](x, cluster[nearest].centre, p->features))
                nearest = c;
        cluster[nearest].members++;
        for (int f = 0; f < p->features; f++)
            cluster[nearest].sum[f] += x[f];
        changed += label[i] != nearest;
        label[i] = nearest;
    }
    return changed;
}
