/* sort.h: the steps of the sort. All arrays are on the device already; every step is a kernel. */
#ifndef SORT_H
#define SORT_H

enum {
    BUCKETS = 64,
    TILE = 128, /* keys that a team sorts in its own memory */
};

/* a key and where it was */
struct item {
    float key;
    int index;
};

/* limit[b]: keys below it belong into the buckets up to b */
void count_buckets(long n, const struct item *item, const float *limit, int *count, int *bucket_of);
/* item[] to out[], bucket by bucket; start[b] is where bucket b begins and is moved to its end */
void fill_buckets(long n, const struct item *item, const int *bucket_of, int *start, struct item *out);
/* sorts tiles of TILE items, tile by tile, by merging runs in the team's memory */
void sort_tiles(long n, struct item *item);
/* merges pairs of runs of `run` items of `from` to runs of twice that in `to` */
void merge_runs(long n, long run, const struct item *from, struct item *to);

#endif
