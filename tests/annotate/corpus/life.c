/* The game of life on a torus: bytes, then 64 cells to a word. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define W 64
#define H 48

static unsigned char grid[2][H][W];
static uint64_t bits[H], fresh[H];

static void generation(int from)
{
    /* truth: parallel -- the two halves of grid differ in their first subscript, 1 - from */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++) {
            int n = 0;
            /* truth: reduction(+: n) */
            for (int dy = -1; dy <= 1; dy++)
                /* truth: reduction(+: n) */
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy)
                        n += grid[from][(y + dy + H) % H][(x + dx + W) % W];
            grid[1 - from][y][x] = n == 3 || (n == 2 && grid[from][y][x]);
        }
}

/* One array only: neighbours above are of the next generation already. */
static void careless(int g)
{
    /* truth: serial flow(grid) distance 1 */
    for (int y = 0; y < H; y++)
        /* truth: serial flow(grid) distance 1 */
        for (int x = 0; x < W; x++) {
            int n = 0;
            /* truth: reduction(+: n) */
            for (int d = 0; d < 9; d++)
                if (d != 4)
                    n += grid[g][(y + d / 3 - 1 + H) % H][(x + d % 3 - 1 + W) % W];
            grid[g][y][x] = n == 3 || (n == 2 && grid[g][y][x]);
        }
}

static inline uint64_t left(uint64_t v) { return v << 1 | v >> 63; }
static inline uint64_t right(uint64_t v) { return v >> 1 | v << 63; }

static void generation_of_words(void)
{
    /* truth: parallel */
    for (int y = 0; y < H; y++) {
        uint64_t rows[3] = {bits[(y + H - 1) % H], bits[y], bits[(y + 1) % H]}, ones = 0, twos = 0, fours = 0;
        /* truth: serial flow(ones, twos, fours) distance 1 -- adds bit by bit, in three words */
        for (int k = 0; k < 9; k++) {
            if (k == 4)
                continue;
            uint64_t v = k % 3 == 0 ? left(rows[k / 3]) : k % 3 == 1 ? rows[k / 3] : right(rows[k / 3]);
            uint64_t carry = ones & v;
            ones ^= v;
            v = twos & carry;
            twos ^= carry;
            fours |= v;
        }
        fresh[y] = ~fours & twos & (ones | bits[y]);
    }
    memcpy(bits, fresh, sizeof bits);
}

int main(void)
{
    int live = 0, equal = 1, careful;
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++)
            grid[0][y][x] = (x * x + y * 3 + x * y) % 5 == 0;
    /* truth: parallel */
    for (int y = 0; y < H; y++) {
        uint64_t v = 0;
        /* truth: reduction(|: v) */
        for (int x = 0; x < W; x++)
            v |= (uint64_t)grid[0][y][x] << x;
        bits[y] = v;
    }
    /* truth: serial flow(grid, bits) distance 1 */
    for (int g = 0; g < 20; g++) {
        generation(g & 1);
        generation_of_words();
    }
    /* truth: reduction(+: live) reduction(&: equal) */
    for (int y = 0; y < H; y++)
        /* truth: reduction(+: live) reduction(&: equal) */
        for (int x = 0; x < W; x++) {
            live += grid[0][y][x];
            equal &= grid[0][y][x] == (bits[y] >> x & 1);
        }
    careless(0);
    careful = live;
    live = 0;
    /* truth: reduction(+: live) */
    for (const unsigned char *p = &grid[0][0][0]; p < &grid[0][0][0] + sizeof grid[0]; p++)
        live += *p;
    printf("%d alive, %s, %d if careless\n", careful, equal ? "equal" : "different", live);
    return 0;
}
