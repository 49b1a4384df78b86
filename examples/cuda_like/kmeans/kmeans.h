/* kmeans.h: the data of the program, and what its files offer each other. */
#ifndef KMEANS_H
#define KMEANS_H

enum { MAX_CLUSTERS = 64, MAX_FEATURES = 8, SCALE = 8 };

struct problem {
    long points;
    int clusters, features;
    const int *point; /* feature f of point p at point[p * features + f], 0 … 1023 */
};

/* A cluster's centre, in 1/SCALE of a feature's unit, and what its members add up to. Whole numbers, so that the order
 * of additions does not show in the result. */
struct cluster {
    int centre[MAX_FEATURES];
    int members;
    long long sum[MAX_FEATURES];
};

typedef int metric_function(const int *point, const int *centre, int features);

/* One step: the nearest cluster of each point to label[], members and sums to cluster[]. Returns how many labels changed. */
typedef long assign_function(const struct problem *p, int metric, struct cluster *cluster, int *label);
assign_function assign_on_device, assign_serial;

#endif
