// A reduction of an object of more than 128 bytes in a kernel without team state: the top of the arena that it takes room in was
// never set, and a GPU's shared memory holds what was left there.
// RUN: %gantry run --softgpu -O3 --offload-arch=sm_70 %s | grep -x "20 7 50 50"
#include <stdio.h>
#include <string.h>

struct count {
    long limit, below, above[20];
};
static void add(struct count *into, const struct count *from)
{
    into->below += from->below;
    for (int k = 0; k < 20; k++)
        into->above[k] += from->above[k];
}
static void begin(struct count *mine, const struct count *original)
{
    memset(mine, 0, sizeof *mine);
    mine->limit = original->limit;
}
#pragma omp declare reduction(count : struct count : add(&omp_out, &omp_in)) initializer(begin(&omp_priv, &omp_orig))

int main(void)
{
    struct count c = {20, 7, {0}};
#pragma omp target teams distribute parallel for map(tofrom: c) reduction(count: c)
    for (long i = 0; i < 1000; i++)
        c.above[i % 20]++;
    printf("%ld %ld %ld %ld\n", c.limit, c.below, c.above[0], c.above[19]);
    return 0;
}
