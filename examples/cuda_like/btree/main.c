/* btree: looks up keys and ranges of keys in a B+-tree, many at once.
 *
 *     btree [keys [queries]]      default: 5000 700
 *
 * Shows: a batch of queries as an array of structs in the team's memory, threads that meet on each level of the tree and
 * on each leaf (barriers in nested loops, one of them left by `break`), cancelled queries by `continue`, and a structure
 * with indices in place of pointers, which maps as it is. Each answer must equal that of a search in the sorted keys. */
#include "tree.h"
#include "program.h"
#include <omp.h>

/* how many of the sorted keys are below `key` */
static long keys_below(long keys, const unsigned *sorted, unsigned long key)
{
    long low = 0, high = keys;
    while (low < high) {
        long middle = low + (high - low) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int main(int argc, char **argv)
{
    const long keys = size_argument(argc, argv, 1, 5000, 0, 100000000);
    const long queries = size_argument(argc, argv, 2, 700, 0, 100000000);
    unsigned *key = get_memory(keys, sizeof *key);
    int *value = get_memory(keys, sizeof *value);
    for (long i = 0; i < keys; i++) { /* gaps of 1 to 16 */
        key[i] = (i ? key[i - 1] : 0) + 1 + hash32((unsigned)i) % 16;
        value[i] = (int)(hash32((unsigned)i + 77u) % 1000);
    }
    const unsigned span = keys ? key[keys - 1] + 20 : 20;
    struct query *query = get_memory(queries, sizeof *query);
    for (long q = 0; q < queries; q++) {
        const unsigned low = hash32((unsigned)(3 * q)) % span;
        const unsigned width = hash32((unsigned)(3 * q + 1)) % 600;
        query[q] = q % 7 == 3 ? (struct query){low, low - 1} /* cancelled, but for 0 … all */
                   : q % 3    ? (struct query){low, low + width}
                              : (struct query){low, low};
        if (q % 7 == 3 && low == 0)
            query[q].high = 0;
        if (q % 3 == 0 && q % 7 != 3 && keys && q % 2)
            query[q].low = query[q].high = key[hash32((unsigned)q) % keys];
    }

    struct tree tree = tree_build(keys, key, value);
    struct answer *answer = get_memory(queries, sizeof *answer);
    for (long q = 0; q < queries; q++)
        answer[q].found = -1;
    double t0 = omp_get_wtime();
    search_on_device(&tree, queries, query, answer);
    double t1 = omp_get_wtime();

    long wrong = 0, found = 0;
    for (long q = 0; q < queries; q++) {
        struct answer want = {0, 0};
        if (query[q].high >= query[q].low)
            for (long i = keys_below(keys, key, query[q].low); i < keys && key[i] <= query[q].high; i++) {
                want.found++;
                want.sum += value[i];
            }
        wrong += answer[q].found != want.found || answer[q].sum != want.sum;
        found += want.found;
    }
    double t2 = omp_get_wtime();
    printf("%ld keys in %d nodes, %d levels; %ld keys found\n", keys, tree.nodes, tree.height + 1, found);
    print_rate("device", (double)queries, "queries", t1 - t0);
    print_rate("serial", (double)queries, "queries", t2 - t1);
    free(key);
    free(value);
    free(query);
    free(answer);
    free(tree.node);
    return finish(wrong, queries, "answers");
}
