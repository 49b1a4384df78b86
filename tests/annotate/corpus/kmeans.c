/* Clustering: nearest centres, sums per cluster, farthest-point seeding, a distance matrix, single linkage. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define POINTS 260
#define DIM 3
#define K 6

static float point[POINTS][DIM], centre[K][DIM];
static int cluster[POINTS], size[K];
static float apart[POINTS][POINTS];

static float squared(const float *a, const float *b)
{
    float s = 0;
    /* truth: reduction(+: s) */
    for (int d = 0; d < DIM; d++)
        s += (a[d] - b[d]) * (a[d] - b[d]);
    return s;
}

/* Each next seed is the point farthest from all seeds before. */
static void seed(void)
{
    float least[POINTS];
    memcpy(centre[0], point[0], sizeof centre[0]);
    /* truth: parallel */
    for (int i = 0; i < POINTS; i++)
        least[i] = FLT_MAX;
    /* truth: serial flow(least, centre) distance 1 */
    for (int k = 1; k < K; k++) {
        int far = 0;
        /* truth: parallel */
        for (int i = 0; i < POINTS; i++)
            least[i] = fminf(least[i], squared(point[i], centre[k - 1]));
        /* truth: reduction(argmax: far) -- the first of equals */
        for (int i = 1; i < POINTS; i++)
            if (least[i] > least[far])
                far = i;
        memcpy(centre[k], point[far], sizeof centre[k]);
    }
}

static int assign(void)
{
    int moved = 0, i, k, best;
    float d, least;
    /* truth: reduction(+: moved) private(k, best, d, least) */
    for (i = 0; i < POINTS; i++) {
        best = 0;
        least = FLT_MAX;
        /* truth: reduction(argmin: least, best) private(d) */
        for (k = 0; k < K; k++) {
            d = squared(point[i], centre[k]);
            if (d < least) {
                least = d;
                best = k;
            }
        }
        moved += best != cluster[i];
        cluster[i] = best;
    }
    return moved;
}

static void average(void)
{
    double sum[K][DIM];
    memset(sum, 0, sizeof sum);
    memset(size, 0, sizeof size);
    /* truth: histogram(sum, size) */
    for (int i = 0; i < POINTS; i++) {
        size[cluster[i]]++;
        /* truth: parallel */
        for (int d = 0; d < DIM; d++)
            sum[cluster[i]][d] += point[i][d];
    }
    /* truth: parallel */
    for (int k = 0; k < K; k++)
        if (size[k])
            /* truth: parallel */
            for (int d = 0; d < DIM; d++)
                centre[k][d] = sum[k][d] / size[k];
}

/* Moves the centre with each point that is seen: the order counts. */
static void online(float rate)
{
    /* truth: serial flow(centre) */
    for (int i = 0; i < POINTS; i++) {
        float *c = centre[cluster[i]];
        /* truth: parallel */
        for (int d = 0; d < DIM; d++)
            c[d] += rate * (point[i][d] - c[d]);
    }
}

static void distances(void)
{
    /* truth: parallel -- element (i, j) and (j, i) are written by the iteration of the larger index */
    for (int i = 0; i < POINTS; i++) {
        apart[i][i] = 0;
        /* truth: parallel */
        for (int j = 0; j < i; j++)
            apart[i][j] = apart[j][i] = sqrtf(squared(point[i], point[j]));
    }
}

/* Nearest clusters are joined, again and again. */
static double linkage(int joins)
{
    int joined[POINTS];
    double height = 0;
    /* truth: parallel */
    for (int i = 0; i < POINTS; i++)
        joined[i] = i;
    /* truth: serial flow(joined) */
    for (int step = 0; step < joins; step++) {
        float least = FLT_MAX;
        int a = 0, b = 0, i, j;
        /* truth: reduction(argmin: least, a, b) private(j) */
        for (i = 0; i < POINTS; i += 3)
            /* truth: reduction(argmin: least, a, b) */
            for (j = 0; j < i; j += 3)
                if (joined[i] != joined[j] && apart[i][j] < least) {
                    least = apart[i][j];
                    a = joined[i];
                    b = joined[j];
                }
        /* truth: parallel */
        for (int k = 0; k < POINTS; k++)
            if (joined[k] == a)
                joined[k] = b;
        height += least;
    }
    return height;
}

int main(void)
{
    double spread = 0;
    int rounds = 0;
    /* truth: parallel */
    for (int i = 0; i < POINTS; i++)
        /* truth: parallel */
        for (int d = 0; d < DIM; d++)
            point[i][d] = i % K * (d + 1) % 7 + (float)(i * 31 % 97) / 60 + (float)(i * (d + 3) % 13) / 20;
    seed();
    /* truth: serial exit flow(centre, cluster) distance 1 */
    while (assign() > 0 && rounds++ < 20)
        average();
    online(0.05f);
    distances();
    /* truth: reduction(+: spread) */
    for (int i = 0; i < POINTS; i++)
        spread += sqrtf(squared(point[i], centre[cluster[i]]));
    printf("%s rounds, spread %.3f, linkage %.3f\n", rounds < 20 ? "few" : "many", spread, linkage(30));
    return 0;
}
