/* sort: sorts numbers with their places by buckets and by merging.
 *
 *     sort [numbers]      default: 5000
 *
 * The host draws the limits of 64 buckets from a sample; kernels count, fill the buckets, sort tiles of 128 items in
 * the teams' memory and merge the tiles in device memory. The tiles ignore the borders of the buckets; that items
 * are nearly in order already only makes the searches hit the same places.
 * Shows: histograms by atomics in a team's memory, atomic capture to take room, an array of structs without a name, barriers
 * in loops whose number of turns is known only at run time, runs without a partner by `continue`, data that stays on the
 * device through ten kernels. The result must be qsort's. */
#include "order.h"
#include "program.h"
#include <omp.h>

static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return before(*x, *y) ? -1 : before(*y, *x);
}

static int compare_floats(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void choose_limits(long n, const struct item *item, float *limit)
{
    enum { SAMPLES = 16 * BUCKETS };
    float sample[SAMPLES];
    for (long s = 0; s < SAMPLES; s++)
        sample[s] = n ? item[s * n / SAMPLES].key : 0;
    qsort(sample, SAMPLES, sizeof *sample, compare_floats);
    for (int b = 0; b < BUCKETS; b++)
        limit[b] = sample[b * (SAMPLES / BUCKETS) + SAMPLES / BUCKETS - 1];
}

/* returns the number of items that the buckets have lost or put into the wrong one */
static long sort_on_device(long n, struct item *item)
{
    float limit[BUCKETS];
    int count[BUCKETS] = {0}, start[BUCKETS], end[BUCKETS];
    int *bucket_of = get_memory(n, sizeof *bucket_of);
    struct item *a = item, *b = get_memory(n, sizeof *b);
    choose_limits(n, item, limit);

#pragma omp target enter data map(to: a[0:n], limit) map(alloc: b[0:n], bucket_of[0:n])
    count_buckets(n, a, limit, count, bucket_of);
    for (int i = 0, sum = 0; i < BUCKETS; i++) {
        start[i] = sum;
        end[i] = sum += count[i];
    }
    fill_buckets(n, a, bucket_of, start, b);
#pragma omp target update from(b[0:n])
    long wrong = 0;
    for (int i = 0; i < BUCKETS; i++) {
        wrong += start[i] != end[i];
        for (int k = end[i] - count[i]; k < end[i]; k++)
            wrong += bucket_for(b[k].key, limit) != i;
    }

    sort_tiles(n, b);
    struct item *from = b, *to = a;
    for (long run = TILE; run < n; run *= 2) {
        merge_runs(n, run, from, to);
        struct item *swap = from;
        from = to;
        to = swap;
    }
#pragma omp target update from(from[0:n])
#pragma omp target exit data map(delete: a[0:n], b[0:n], bucket_of[0:n], limit)
    if (from != item)
        memcpy(item, from, (size_t)n * sizeof *item);
    free(b);
    free(bucket_of);
    return wrong;
}

int main(int argc, char **argv)
{
    const long n = size_argument(argc, argv, 1, 5000, 0, 100000000);
    struct item *item = get_memory(n, sizeof *item), *serial = get_memory(n, sizeof *serial);
    for (long i = 0; i < n; i++) { /* more small ones than large ones, and some twice */
        const float x = (float)(hash32((uint32_t)(i - i % 5 / 4)) % 100000) * 1e-5f;
        item[i] = serial[i] = (struct item){x * x * x - 0.1f, (int)i};
    }
    double t0 = omp_get_wtime();
    long wrong = sort_on_device(n, item);
    double t1 = omp_get_wtime();
    qsort(serial, (size_t)n, sizeof *serial, compare);
    double t2 = omp_get_wtime();
    for (long i = 0; i < n; i++)
        wrong += compare(&item[i], &serial[i]) != 0;
    print_rate("device", (double)n, "numbers", t1 - t0);
    print_rate("qsort", (double)n, "numbers", t2 - t1);
    free(item);
    free(serial);
    return finish(wrong, 2 * n, "places in buckets and in the sorted row");
}
