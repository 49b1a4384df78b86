/* Packing bytes: Huffman's lengths, a dictionary of the last window, move to front, base 64, delta, bit streams. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 900, WINDOW = 255 };

static uint8_t text[N], packed[4 * N], again[N], coded[2 * N];

static void make(void)
{
    static const char word[] = "the quick brown fox and the lazy dog ";
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        text[i] = word[(i + i / 100) % (sizeof word - 1)];
}

static size_t lz(const uint8_t *restrict in, int n, uint8_t *restrict out)
{
    size_t m = 0;
    /* truth: serial exit flow(m) distance 1 */
    for (int i = 0; i < n;) {
        int best = 0, off = 0;
        /* truth: reduction(argmax: best, off) -- the longest match, the first of equals */
        for (int from = i > WINDOW ? i - WINDOW : 0; from < i; from++) {
            int k = 0;
            /* truth: serial exit flow(k) distance 1 */
            while (k < 255 && i + k < n && in[from + k] == in[i + k])
                k++;
            if (k > best) {
                best = k;
                off = i - from;
            }
        }
        if (best > 2) {
            out[m++] = off;
            out[m++] = best;
            i += best;
        } else {
            out[m++] = 0;
            out[m++] = in[i++];
        }
    }
    return m;
}

/* Copies from what was just written: source and target may overlap by design. */
static size_t unlz(const uint8_t *restrict in, size_t m, uint8_t *out)
{
    size_t n = 0;
    /* truth: serial flow(n, out) */
    for (size_t i = 0; i < m; i += 2)
        if (in[i] == 0)
            out[n++] = in[i + 1];
        else
            /* truth: serial flow(out) -- a distance of in[i] */
            for (int k = 0; k < in[i + 1]; k++, n++)
                out[n] = out[n - in[i]];
    return n;
}

static void huffman(const uint8_t *p, int n, int *length)
{
    int weight[512] = {0}, parent[512], nodes = 256;
    /* truth: histogram(weight) */
    for (int i = 0; i < n; i++)
        weight[p[i]]++;
    /* truth: serial exit flow(weight, nodes) */
    for (;;) {
        int a = -1, b = -1;
        /* truth: serial flow(a, b) -- the two smallest of those that are left */
        for (int i = 0; i < nodes; i++) {
            if (weight[i] <= 0)
                continue;
            if (a < 0 || weight[i] < weight[a]) {
                b = a;
                a = i;
            } else if (b < 0 || weight[i] < weight[b]) {
                b = i;
            }
        }
        if (b < 0)
            break;
        parent[a] = parent[b] = nodes;
        weight[nodes++] = weight[a] + weight[b];
        weight[a] = weight[b] = -1;
    }
    parent[nodes - 1] = -1;
    /* truth: parallel -- weight[] and parent[] are locals */
    for (int s = 0; s < 256; s++) {
        length[s] = 0;
        if (weight[s] >= 0)
            continue;
        /* truth: serial exit reduction(+: length[]) -- up to the root */
        for (int i = s; parent[i] >= 0; i = parent[i])
            length[s]++;
    }
}

static unsigned move_to_front(const uint8_t *p, int n)
{
    uint8_t order[256];
    unsigned sum = 0;
    /* truth: parallel */
    for (int i = 0; i < 256; i++)
        order[i] = i;
    /* truth: serial flow(order) distance 1 reduction(+: sum) */
    for (int i = 0; i < n; i++) {
        int at = 0;
        /* truth: serial exit flow(at) distance 1 */
        while (order[at] != p[i])
            at++;
        memmove(order + 1, order, at);
        order[0] = p[i];
        sum += at;
    }
    return sum;
}

/* Three bytes to four signs: each group has its own places. */
static void base64(const uint8_t *restrict in, int n, char *restrict out)
{
    static const char sign[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    /* truth: parallel */
    for (int g = 0; g < n / 3; g++) {
        unsigned v = in[3 * g] << 16 | in[3 * g + 1] << 8 | in[3 * g + 2];
        /* truth: parallel */
        for (int k = 0; k < 4; k++)
            out[4 * g + k] = sign[v >> (18 - 6 * k) & 63];
    }
}

/* The same with pointers that step. */
static char *base64_stepping(const uint8_t *in, const uint8_t *end, char *out)
{
    static const char sign[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    /* truth: guarded alias(in, out) induction(in, out) calls(pass) */
    while (end - in >= 3) {
        unsigned v = in[0] << 16 | in[1] << 8 | in[2];
        out[0] = sign[v >> 18];
        out[1] = sign[v >> 12 & 63];
        out[2] = sign[v >> 6 & 63];
        out[3] = sign[v & 63];
        in += 3;
        out += 4;
    }
    return out;
}

/* Five bits each, into a stream: a byte is shared by neighbours. */
static int five_bits(const uint8_t *restrict in, int n, uint8_t *restrict out)
{
    memset(out, 0, n);
    /* truth: histogram(out[]) -- ors into bytes */
    for (int i = 0; i < n; i++) {
        int bit = 5 * i;
        unsigned v = (in[i] & 31u) << (bit & 7);
        out[bit >> 3] |= v;
        out[(bit >> 3) + 1] |= v >> 8;
    }
    return (5 * n + 7) / 8;
}

static void undelta(uint8_t *p, int n)
{
    /* truth: serial flow(p) distance 1 */
    for (int i = 1; i < n; i++)
        p[i] += p[i - 1];
}

static unsigned adler(const uint8_t *p, size_t n)
{
    unsigned a = 1, b = 0;
    /* truth: serial flow(a) distance 1 -- b is a sum of sums */
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int main(void)
{
    int length[256], bits = 0;
    make();
    size_t m = lz(text, N, packed), n = unlz(packed, m, again);
    printf("%zu bytes, %zu again, %s\n", m, n, memcmp(text, again, N) ? "different" : "equal");
    huffman(text, N, length);
    /* truth: reduction(+: bits) */
    for (int i = 0; i < N; i++)
        bits += length[text[i]];
    printf("%d bits, %u to front, %d bytes\n", bits, move_to_front(text, N), five_bits(text, N, coded));
    printf("%08x ", adler(coded, N));
    base64(text, N, (char *)coded);
    printf("%08x ", adler(coded, sizeof coded));
    base64_stepping(text, text + N, (char *)coded);
    undelta(coded, N);
    printf("%08x\n", adler(coded, sizeof coded));
    return 0;
}
