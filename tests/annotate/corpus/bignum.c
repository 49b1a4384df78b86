/* Numbers of many digits: carries, products, factorials, digits of e, modular powers of a matrix. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 120, BASE = 10000, M = 8 };

typedef struct {
    int n;
    uint32_t d[DIGITS];
} number;

static void set(number *a, uint32_t v)
{
    memset(a, 0, sizeof *a);
    /* truth: serial exit flow(v, a) distance 1 */
    while (v) {
        a->d[a->n++] = v % BASE;
        v /= BASE;
    }
}

static void add(number *to, const number *b)
{
    uint32_t carry = 0;
    /* truth: serial flow(carry) distance 1 exit */
    for (int i = 0; i < b->n || carry; i++) {
        uint32_t s = to->d[i] + (i < b->n ? b->d[i] : 0) + carry;
        to->d[i] = s % BASE;
        carry = s / BASE;
        if (i >= to->n)
            to->n = i + 1;
    }
}

static void times(number *a, uint32_t k)
{
    uint32_t carry = 0;
    /* truth: serial flow(carry) distance 1 exit */
    for (int i = 0; i < a->n || carry; i++) {
        uint32_t s = (i < a->n ? a->d[i] * k : 0) + carry;
        a->d[i] = s % BASE;
        carry = s / BASE;
        if (i >= a->n)
            a->n = i + 1;
    }
}

/* Columns first, carries afterwards. */
static void multiply(const number *restrict a, const number *restrict b, number *restrict c)
{
    uint64_t column[2 * DIGITS] = {0}, carry = 0;
    int i, j, n = a->n + b->n;
    /* truth: histogram(column) private(j) */
    for (i = 0; i < a->n; i++)
        /* truth: parallel */
        for (j = 0; j < b->n; j++)
            column[i + j] += (uint64_t)a->d[i] * b->d[j];
    memset(c, 0, sizeof *c);
    /* truth: serial flow(carry) distance 1 */
    for (i = 0; i < n && i < DIGITS; i++) {
        carry += column[i];
        c->d[i] = carry % BASE;
        carry /= BASE;
    }
    c->n = i;
    /* truth: serial exit flow(c->n) distance 1 unobserved -- at most one leading zero, since a and b have none */
    while (c->n && !c->d[c->n - 1])
        c->n--;
}

/* By columns from the outside: each column alone. */
static uint64_t columns(const number *a, const number *b, uint64_t *restrict column)
{
    uint64_t largest = 0;
    /* truth: reduction(max: largest) */
    for (int k = 0; k < a->n + b->n - 1; k++) {
        uint64_t s = 0;
        /* truth: reduction(+: s) */
        for (int i = k < b->n ? 0 : k - b->n + 1; i <= k && i < a->n; i++)
            s += (uint64_t)a->d[i] * b->d[k - i];
        column[k] = s;
        largest = s > largest ? s : largest;
    }
    return largest;
}

static uint32_t digits_of_e(int n)
{
    uint32_t a[200], h = 0;
    /* truth: parallel */
    for (int i = 0; i < 200; i++)
        a[i] = 1;
    /* truth: serial flow(a, h) distance 1 */
    for (int k = 0; k < n; k++) {
        uint32_t carry = 0;
        /* truth: serial flow(carry) distance 1 */
        for (int i = 199; i >= 0; i--) {
            uint32_t v = a[i] * 10 + carry;
            a[i] = v % (i + 2);
            carry = v / (i + 2);
        }
        h = h * 31 + carry;
    }
    return h;
}

static void matrix_power(uint32_t m[M][M], unsigned power)
{
    uint32_t r[M][M] = {{0}}, t[M][M];
    int i, j, k;
    /* truth: parallel */
    for (i = 0; i < M; i++)
        r[i][i] = 1;
    /* truth: serial exit flow(m, r, power) distance 1 private(t, i, j, k) */
    for (; power; power >>= 1) {
        if (power & 1) {
            /* truth: parallel private(j, k) */
            for (i = 0; i < M; i++)
                /* truth: parallel private(k) */
                for (j = 0; j < M; j++) {
                    uint64_t s = 0;
                    /* truth: reduction(+: s) */
                    for (k = 0; k < M; k++)
                        s += (uint64_t)r[i][k] * m[k][j];
                    t[i][j] = s % 1000003;
                }
            memcpy(r, t, sizeof r);
        }
        /* truth: parallel private(j, k) */
        for (i = 0; i < M; i++)
            /* truth: parallel private(k) */
            for (j = 0; j < M; j++) {
                uint64_t s = 0;
                /* truth: serial flow(s) distance 1 -- reduced modulo a number in each step: no sum that may be reordered blindly */
                for (k = 0; k < M; k++)
                    s = (s + (uint64_t)m[i][k] * m[k][j]) % 1000003;
                t[i][j] = s;
            }
        memcpy(m, t, sizeof t);
    }
    memcpy(m, r, sizeof r);
}

static void print(const char *name, const number *a)
{
    uint32_t h = 0;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < a->n; i++)
        h = h * 31 + a->d[i];
    printf("%s has %d digits of %d, %08x\n", name, a->n, BASE, h);
}

int main(void)
{
    static number a, b, c;
    uint64_t column[2 * DIGITS];
    uint32_t m[M][M];
    set(&a, 123456789);
    set(&b, 1);
    /* truth: serial flow(b) distance 1 */
    for (int k = 2; k <= 80; k++)
        times(&b, k);
    /* truth: serial flow(a) distance 1 */
    for (int k = 0; k < 90; k++)
        add(&a, &a);
    print("factorial", &b);
    print("doubled", &a);
    multiply(&a, &b, &c);
    print("product", &c);
    /* truth: parallel */
    for (int k = 0; k < M * M; k++)
        m[k / M][k % M] = k * 17 % 11;
    matrix_power(m, 1000003);
    printf("%llu %08x %u\n", (unsigned long long)columns(&a, &b, column), digits_of_e(100), m[2][5]);
    return 0;
}
