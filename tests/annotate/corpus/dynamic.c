/* Dynamic programming: edit distance, knapsack, chains of matrices, subsequences, alignment in one row, partitions. */
#include <stdio.h>
#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define L 80

static int table[L + 1][L + 1];

static int edit_distance(const char *a, const char *b)
{
    int m = strlen(a), n = strlen(b);
    /* truth: parallel */
    for (int i = 0; i <= m; i++)
        table[i][0] = i;
    /* truth: parallel */
    for (int j = 0; j <= n; j++)
        table[0][j] = j;
    /* truth: wavefront flow(table) distance 1 */
    for (int i = 1; i <= m; i++)
        /* truth: wavefront flow(table) distance 1 */
        for (int j = 1; j <= n; j++) {
            int change = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            int skip = MIN(table[i - 1][j], table[i][j - 1]) + 1;
            table[i][j] = MIN(change, skip);
        }
    return table[m][n];
}

/* One row is enough; the diagonal's old value travels in a scalar. */
static int longest_common(const char *a, const char *b)
{
    int row[L + 1] = {0}, n = strlen(b);
    /* truth: serial flow(row) distance 1 */
    for (; *a; a++) {
        int diagonal = 0;
        /* truth: serial flow(diagonal, row) distance 1 */
        for (int j = 1; j <= n; j++) {
            int above = row[j];
            row[j] = *a == b[j - 1] ? diagonal + 1 : MAX(above, row[j - 1]);
            diagonal = above;
        }
    }
    return row[n];
}

/* Each thing at most once: weights go down, so that row[w - weight] is still the row before. */
static int knapsack(const int *weight, const int *value, int things, int room)
{
    int best[201] = {0};
    /* truth: serial flow(best) distance 1 */
    for (int k = 0; k < things; k++)
        /* truth: serial anti(best) -- in order, from the top, nothing new is read; in any other order it may be */
        for (int w = room; w >= weight[k]; w--)
            best[w] = MAX(best[w], best[w - weight[k]] + value[k]);
    return best[room];
}

/* Each thing as often as one likes: upwards, and what is new is read. */
static int unbounded(const int *weight, const int *value, int things, int room)
{
    int best[201] = {0};
    /* truth: serial flow(best) distance 1 */
    for (int k = 0; k < things; k++)
        /* truth: serial flow(best) */
        for (int w = weight[k]; w <= room; w++)
            best[w] = MAX(best[w], best[w - weight[k]] + value[k]);
    return best[room];
}

/* Two rows in turn. */
static int knapsack_two_rows(const int *weight, const int *value, int things, int room)
{
    int best[2][201] = {{0}};
    /* truth: serial flow(best) distance 1 */
    for (int k = 0; k < things; k++)
        /* truth: parallel -- rows (k + 1) & 1 and k & 1 differ */
        for (int w = 0; w <= room; w++) {
            int with = w >= weight[k] ? best[k & 1][w - weight[k]] + value[k] : 0;
            best[(k + 1) & 1][w] = MAX(best[k & 1][w], with);
        }
    return best[things & 1][room];
}

static long chain(const int *dim, int n)
{
    static long cost[32][32];
    /* truth: serial flow(cost) distance 1 */
    for (int len = 2; len <= n; len++)
        /* truth: parallel -- chains of one length are made of shorter ones */
        for (int i = 0; i + len <= n; i++) {
            int j = i + len - 1;
            long least = -1;
            /* truth: reduction(min: least) */
            for (int k = i; k < j; k++) {
                long c = cost[i][k] + cost[k + 1][j] + (long)dim[i] * dim[k + 1] * dim[j + 1];
                if (least < 0 || c < least)
                    least = c;
            }
            cost[i][j] = least;
        }
    return cost[0][n - 1];
}

/* The same from the last row up: element (i, j) takes from its row and its column. */
static long chain_by_rows(const int *dim, int n)
{
    static long cost[32][32];
    /* truth: wavefront flow(cost) distance 1 */
    for (int i = n - 2; i >= 0; i--)
        /* truth: wavefront flow(cost) distance 1 */
        for (int j = i + 1; j < n; j++) {
            cost[i][j] = 1L << 60;
            /* truth: reduction(min: cost) */
            for (int k = i; k < j; k++)
                cost[i][j] = MIN(cost[i][j], cost[i][k] + cost[k + 1][j] + (long)dim[i] * dim[k + 1] * dim[j + 1]);
        }
    return cost[0][n - 1];
}

static int increasing(const int *a, int n)
{
    int len[L], longest = 0;
    /* truth: serial flow(len) distance 1 */
    for (int i = 0; i < n; i++) {
        len[i] = 1;
        /* truth: reduction(max: len) */
        for (int j = 0; j < i; j++)
            if (a[j] < a[i] && len[j] + 1 > len[i])
                len[i] = len[j] + 1;
        longest = MAX(longest, len[i]);
    }
    return longest;
}

static unsigned long partitions(int n)
{
    unsigned long ways[101] = {1};
    /* truth: serial flow(ways) distance 1 */
    for (int part = 1; part <= n; part++)
        /* truth: serial flow(ways) */
        for (int sum = part; sum <= n; sum++)
            ways[sum] += ways[sum - part];
    return ways[n];
}

int main(void)
{
    char a[L + 1], b[L + 1];
    int weight[12], value[12], dim[25], numbers[L];
    /* truth: parallel */
    for (int i = 0; i < L; i++) {
        a[i] = "acgt"[i * i % 7 % 4];
        b[i] = "acgt"[(i * 3 + i / 5) % 4];
        numbers[i] = i * 37 % 101;
    }
    a[L] = b[L - 9] = 0;
    /* truth: parallel */
    for (int i = 0; i < 12; i++) {
        weight[i] = 7 + i * 5 % 23;
        value[i] = 10 + i * 11 % 31;
    }
    /* truth: parallel */
    for (int i = 0; i < 25; i++)
        dim[i] = 5 + i * 13 % 29;
    printf("edit %d, common %d\n", edit_distance(a, b), longest_common(a, b));
    printf("knapsack %d %d %d\n", knapsack(weight, value, 12, 100), knapsack_two_rows(weight, value, 12, 100),
           unbounded(weight, value, 12, 100));
    printf("chain %ld %ld, increasing %d, partitions %lu\n", chain(dim, 24), chain_by_rows(dim, 24), increasing(numbers, L),
           partitions(100));
    return 0;
}
