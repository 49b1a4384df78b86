/* All shortest paths, reachability in bit sets, and single-source paths, on small dense graphs. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define N 64
#define FAR (INT_MAX / 2)

static int dist[N][N], via[N][N], from[N];
static uint64_t reach[N];

static void floyd(void)
{
    int i, j, k;
    /* truth: serial flow(dist) distance 1 private(i, j) */
    for (k = 0; k < N; k++)
        /* truth: serial anti(dist) flow(dist) unobserved -- rows i and k meet when i is k: not if dist[k][k] is never negative */
        for (i = 0; i < N; i++)
            /* truth: serial flow(dist) anti(dist) unobserved -- columns j and k meet when j is k: not if dist[k][k] is never negative */
            for (j = 0; j < N; j++)
                if (dist[i][k] + dist[k][j] < dist[i][j]) {
                    dist[i][j] = dist[i][k] + dist[k][j];
                    via[i][j] = k;
                }
}

/* Row k is kept aside and passed over: the rest is independent. */
static void floyd_split(int d[N][N])
{
    /* truth: serial flow(d) distance 1 */
    for (int k = 0; k < N; k++)
        /* truth: parallel -- row k itself is left out, so that no iteration writes what others read */
        for (int i = 0; i < N; i++) {
            if (i == k)
                continue;
            int to = d[i][k];
            /* truth: parallel */
            for (int j = 0; j < N; j++)
                if (to + d[k][j] < d[i][j])
                    d[i][j] = to + d[k][j];
        }
}

static void closure(void)
{
    /* truth: serial flow(reach) distance 1 */
    for (int k = 0; k < N; k++)
        /* truth: parallel -- reach[k] is or-ed with itself: it does not change while the others read it */
        for (int i = 0; i < N; i++)
            if (i != k && reach[i] >> k & 1)
                reach[i] |= reach[k];
}

static void bellman_ford(int source, int rounds)
{
    /* truth: parallel */
    for (int v = 0; v < N; v++)
        from[v] = v == source ? 0 : FAR;
    /* truth: serial flow(from) distance 1 */
    for (int r = 0; r < rounds; r++)
        /* truth: serial flow(from) -- relaxes with what this round already found */
        for (int v = 0; v < N; v++)
            /* truth: reduction(min: from) -- u == v is left out: from[v] is only compared and set */
            for (int u = 0; u < N; u++)
                if (u != v && from[u] + dist[u][v] < from[v])
                    from[v] = from[u] + dist[u][v];
}

static int dijkstra(int source, int target)
{
    int best[N], done[N] = {0};
    /* truth: parallel */
    for (int v = 0; v < N; v++)
        best[v] = v == source ? 0 : FAR;
    /* truth: serial flow(best, done) exit */
    for (int n = 0; n < N; n++) {
        int v = -1;
        /* truth: reduction(argmin: v) -- the first vertex with the least distance among those not done */
        for (int u = 0; u < N; u++)
            if (!done[u] && (v < 0 || best[u] < best[v]))
                v = u;
        if (v == target)
            break;
        done[v] = 1;
        /* truth: parallel -- v is done, so that best[v] stays */
        for (int u = 0; u < N; u++)
            if (!done[u] && best[v] + dist[v][u] < best[u])
                best[u] = best[v] + dist[v][u];
    }
    return best[target];
}

int main(void)
{
    static int copy[N][N];
    long sum = 0, split = 0, single = 0;
    int far = 0, most = 0;
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        reach[i] = 1ull << i;
        /* truth: reduction(|: reach) */
        for (int j = 0; j < N; j++) {
            int w = (i * 37 + j * 11) % 53;
            dist[i][j] = i == j ? 0 : w < 5 ? w + 1 : FAR;
            via[i][j] = -1;
            copy[i][j] = dist[i][j];
            if (dist[i][j] < FAR)
                reach[i] |= 1ull << j;
        }
    }
    printf("3 to 60: %d\n", dijkstra(3, 60));
    bellman_ford(3, N);
    closure();
    floyd();
    floyd_split(copy);
    /* truth: reduction(+: sum, split, far) reduction(max: most) */
    for (int i = 0; i < N; i++)
        /* truth: reduction(+: sum, split, far) reduction(max: most) */
        for (int j = 0; j < N; j++) {
            far += (dist[i][j] >= FAR) != !(reach[i] >> j & 1);
            sum += dist[i][j] % 1000 * (j + 1) + via[i][j] % 2;
            split += copy[i][j] != dist[i][j];
            if (dist[i][j] < FAR && dist[i][j] > most)
                most = dist[i][j];
        }
    /* truth: reduction(+: single) */
    for (int v = 0; v < N; v++)
        single += from[v] != dist[3][v];
    printf("%ld, %ld differ, %ld differ, %d wrong, longest %d\n", sum, split, single, far, most);
    return 0;
}
