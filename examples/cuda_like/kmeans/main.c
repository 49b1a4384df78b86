/* kmeans: groups points by their nearest centre, and moves each centre to the mean of its points, until no point
 * changes its group.
 *
 *     kmeans [points [clusters [features]]]      default: 3000 9 3
 *
 * Shows: a table of function pointers in a kernel, a team's copy of an array of structs, atomics in the team's and in the
 * device's memory, early `continue`. All numbers are whole numbers: labels and centres must equal those of the serial
 * version, after each of three metrics' runs. */
#include "kmeans.h"
#include "program.h"
#include <omp.h>

enum { MOST_STEPS = 20, METRICS = 3 };
static const char *const metric_name[METRICS] = {"euclidean", "manhattan", "chebyshev"};

struct result {
    struct cluster cluster[MAX_CLUSTERS];
    int *label;
    int steps;
    double seconds;
};

static void move_centres(const struct problem *p, struct cluster *cluster)
{
    for (int c = 0; c < p->clusters; c++)
        for (int f = 0; f < p->features && cluster[c].members; f++)
            cluster[c].centre[f] =
                (int)((cluster[c].sum[f] * SCALE + cluster[c].members / 2) / cluster[c].members);
}

static void run(const struct problem *p, int metric, assign_function *assign, struct result *r)
{
    memset(r->cluster, 0, sizeof r->cluster);
    for (int c = 0; c < p->clusters && p->points; c++)
        for (int f = 0; f < p->features; f++)
            r->cluster[c].centre[f] = SCALE * p->point[(c * p->points / p->clusters) * p->features + f];
    r->label = get_memory(p->points, sizeof *r->label);
    for (long i = 0; i < p->points; i++)
        r->label[i] = -1;
    r->seconds = omp_get_wtime();
    for (r->steps = 0; r->steps < MOST_STEPS; r->steps++) {
        for (int c = 0; c < p->clusters; c++) {
            r->cluster[c].members = 0;
            memset(r->cluster[c].sum, 0, sizeof r->cluster[c].sum);
        }
        if (assign(p, metric, r->cluster, r->label) == 0)
            break;
        move_centres(p, r->cluster);
    }
    r->seconds = omp_get_wtime() - r->seconds;
}

static long differences(const struct problem *p, const struct result *a, const struct result *b)
{
    long wrong = a->steps != b->steps;
    for (long i = 0; i < p->points; i++)
        wrong += a->label[i] != b->label[i];
    for (int c = 0; c < p->clusters; c++)
        wrong += memcmp(&a->cluster[c], &b->cluster[c], sizeof a->cluster[c]) != 0;
    return wrong;
}

int main(int argc, char **argv)
{
    struct problem p = {.points = size_argument(argc, argv, 1, 3000, 0, 100000000),
                        .clusters = (int)size_argument(argc, argv, 2, 9, 1, MAX_CLUSTERS),
                        .features = (int)size_argument(argc, argv, 3, 3, 1, MAX_FEATURES)};
    int *point = get_memory(p.points * p.features, sizeof *point);
    for (long i = 0; i < p.points; i++) /* a cloud of points around each of some corners */
        for (int f = 0; f < p.features; f++)
            point[i * p.features + f] = (int)(hash32((uint32_t)(i % (p.clusters + 2) * 31 + f)) % 768 +
                                              hash32((uint32_t)(i * p.features + f)) % 256);
    p.point = point;

    long wrong = 0;
    for (int metric = 0; metric < METRICS; metric++) {
        struct result device, serial;
        run(&p, metric, assign_on_device, &device);
        run(&p, metric, assign_serial, &serial);
        wrong += differences(&p, &device, &serial);
        printf("%s, %d steps\n", metric_name[metric], device.steps);
        print_rate("  device", (double)p.points * device.steps, "points", device.seconds);
        print_rate("  serial", (double)p.points * serial.steps, "points", serial.seconds);
        free(device.label);
        free(serial.label);
    }
    free(point);
    return finish(wrong, METRICS * (p.points + p.clusters + 1), "labels, centres and numbers of steps");
}
