/* Pictures of regions: connected components, flood fill by recursion and by a stack, distances, watersheds, outlines. */
#include <stdio.h>
#include <string.h>

enum { W = 40, H = 28 };

static unsigned char mask[H][W];
static int label[H][W], same[W * H], dist[H][W], seen[H][W];

static int root(int v)
{
    /* truth: serial exit flow(v) distance 1 */
    while (same[v] != v)
        v = same[v];
    return v;
}

/* Two passes: labels from above and from the left, equivalences, then the roots. */
static int components(void)
{
    int next = 0, count = 0;
    /* truth: serial flow(label, same, next) */
    for (int y = 0; y < H; y++)
        /* truth: serial flow(label, same, next) */
        for (int x = 0; x < W; x++) {
            label[y][x] = -1;
            if (!mask[y][x])
                continue;
            int up = y > 0 && mask[y - 1][x] ? root(label[y - 1][x]) : -1;
            int left = x > 0 && mask[y][x - 1] ? root(label[y][x - 1]) : -1;
            if (up < 0 && left < 0) {
                same[next] = next;
                label[y][x] = next++;
            } else if (up >= 0 && left >= 0) {
                int low = up < left ? up : left;
                same[up] = same[left] = low;
                label[y][x] = low;
            } else {
                label[y][x] = up >= 0 ? up : left;
            }
        }
    /* truth: parallel -- root() reads same[] only */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++)
            if (label[y][x] >= 0)
                label[y][x] = root(label[y][x]);
    /* truth: reduction(+: count) */
    for (int k = 0; k < next; k++)
        count += same[k] == k;
    return count;
}

static int flood(int x, int y, int mark)
{
    if (x < 0 || y < 0 || x >= W || y >= H || !mask[y][x] || seen[y][x])
        return 0;
    seen[y][x] = mark;
    return 1 + flood(x + 1, y, mark) + flood(x - 1, y, mark) + flood(x, y + 1, mark) + flood(x, y - 1, mark);
}

static int largest_region(void)
{
    int most = 0, mark = 0;
    memset(seen, 0, sizeof seen);
    /* truth: serial flow(seen) -- who comes first takes the whole region */
    for (int y = 0; y < H; y++)
        /* truth: serial flow(seen) */
        for (int x = 0; x < W; x++) {
            int n = flood(x, y, mark + 1);
            mark += n > 0;
            if (n > most)
                most = n;
        }
    return most;
}

static int by_stack(int x0, int y0)
{
    int stack[4 * W * H], top = 0, n = 0;
    memset(seen, 0, sizeof seen);
    stack[top++] = y0 * W + x0;
    /* truth: serial exit flow(stack, top, seen) */
    while (top) {
        int at = stack[--top], x = at % W, y = at / W;
        if (!mask[y][x] || seen[y][x])
            continue;
        seen[y][x] = 1;
        n++;
        /* truth: serial flow(top) */
        for (int k = 0; k < 4; k++) {
            int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
            if (nx >= 0 && ny >= 0 && nx < W && ny < H)
                stack[top++] = ny * W + nx;
        }
    }
    return n;
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* Distance to the background: forward and backward sweeps. */
static void distances(void)
{
    int x, y;
    /* truth: wavefront flow(dist) distance 1 private(x) */
    for (y = 0; y < H; y++)
        /* truth: wavefront flow(dist) distance 1 */
        for (x = 0; x < W; x++)
            dist[y][x] = !mask[y][x] ? 0 : smaller(y ? dist[y - 1][x] : 0, x ? dist[y][x - 1] : 0) + 1;
    /* truth: wavefront flow(dist) distance 1 private(x) */
    for (y = H - 1; y >= 0; y--)
        /* truth: wavefront flow(dist) distance 1 */
        for (x = W - 1; x >= 0; x--)
            dist[y][x] = smaller(dist[y][x], smaller(y < H - 1 ? dist[y + 1][x] : 0, x < W - 1 ? dist[y][x + 1] : 0) + 1);
}

/* The same by rows and then by columns, for each pixel from all of its row: no order at all. */
static void distances_by_search(int out[restrict H][W])
{
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++) {
            int least = smaller(smaller(x, W - 1 - x), smaller(y, H - 1 - y)) + 1;
            /* truth: reduction(min: least) */
            for (int v = 0; v < H; v++)
                /* truth: reduction(min: least) */
                for (int u = 0; u < W; u++)
                    if (!mask[v][u]) {
                        int d = (u > x ? u - x : x - u) + (v > y ? v - y : y - v);
                        least = smaller(least, d);
                    }
            out[y][x] = least;
        }
}

/* Erosion in place with a copy of the row above as it was. */
static int erode(void)
{
    unsigned char above[W], here[W];
    int left = 0;
    memset(above, 0, sizeof above);
    /* truth: serial flow(above) anti(mask) distance 1 reduction(+: left) */
    for (int y = 0; y < H; y++) {
        memcpy(here, mask[y], W);
        /* truth: reduction(+: left) -- reads here[], above[] and the row below, writes this row */
        for (int x = 0; x < W; x++) {
            int below = y < H - 1 && mask[y + 1][x];
            mask[y][x] = here[x] && above[x] && below && x > 0 && here[x - 1] && x < W - 1 && here[x + 1];
            left += mask[y][x];
        }
        memcpy(above, here, W);
    }
    return left;
}

int main(void)
{
    static int other[H][W];
    int wrong = 0, deepest = 0;
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++)
            mask[y][x] = (x * x + 2 * y * y + x * y / 3) % 11 > 2 && (x + 2 * y) % 9 != 0;
    mask[12][20] = mask[12][21] = mask[13][20] = mask[13][21] = 1;
    int parts = components(), most = largest_region();
    printf("%d regions, the largest %d, the middle one %d\n", parts, most, by_stack(20, 12));
    distances();
    distances_by_search(other);
    /* truth: reduction(+: wrong) reduction(max: deepest) */
    for (int y = 0; y < H; y++)
        /* truth: reduction(+: wrong) reduction(max: deepest) */
        for (int x = 0; x < W; x++) {
            wrong += dist[y][x] != (mask[y][x] ? other[y][x] : 0);
            if (dist[y][x] > deepest)
                deepest = dist[y][x];
        }
    int core = erode();
    printf("%s, deepest %d, core %d\n", wrong ? "different" : "equal", deepest, core);
    return 0;
}
