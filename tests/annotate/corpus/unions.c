/* Unions and bytes: members that share storage, numbers looked at as bits, packed records, byte order. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 120

union cell {
    int32_t whole;
    int16_t half[2];
    uint8_t byte[4];
};

static union cell cells[N];

/* One block of memory seen as words and as halves. */
static union {
    int32_t words[N];
    int16_t halves[2 * N];
    uint8_t bytes[4 * N];
} shared;

struct event {
    uint8_t kind;
    union {
        struct {
            int32_t x, y;
        } move;
        double heat;
        char name[8];
    } u;
};

static struct event events[N];

static void each_alone(void)
{
    /* truth: parallel -- the members overlap, but only within one element */
    for (int i = 0; i < N; i++) {
        cells[i].whole = i * 70001;
        cells[i].half[0] ^= cells[i].byte[3];
        cells[i].byte[1] += 7;
    }
}

/* halves[i] lies in words[i / 2]: iteration i reads what iterations 2 i and 2 i + 1 write. */
static void halves_from_words(void)
{
    /* truth: serial anti(shared.bytes) -- another member, the same bytes: halves[i] is part of words[i / 2] */
    for (int i = 1; i < N; i++)
        shared.halves[i] = shared.words[i] & 0x7fff;
}

static void words_apart(void)
{
    /* truth: parallel -- the upper half of the block is read, the lower is written */
    for (int i = 0; i < N; i++)
        shared.halves[i] = shared.halves[N + i] + i;
}

static void spread(void)
{
    /* truth: serial flow(shared.bytes) -- bytes 4 i are written, byte i is read */
    for (int i = 0; i < N; i++)
        shared.words[i] = shared.bytes[i] * 0x1010101;
}

static void swap_bytes(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        uint8_t b[4];
        memcpy(b, &shared.words[i], 4);
        /* truth: parallel */
        for (int k = 0; k < 4; k++)
            shared.bytes[4 * i + k] = b[3 - k];
    }
}

/* A square root by the bits of the number. */
static float rough_root(float v)
{
    union {
        float f;
        uint32_t u;
    } pun = {v};
    pun.u = 0x1fbd1df5 + (pun.u >> 1);
    return 0.5f * (pun.f + v / pun.f);
}

static double roots(int n)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 1; i <= n; i++)
        s += rough_root((float)i);
    return s;
}

static void happen(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        struct event *e = &events[i];
        e->kind = i % 3;
        switch (e->kind) {
        case 0:
            e->u.move.x = i;
            e->u.move.y = -i;
            break;
        case 1:
            e->u.heat = i * 0.25;
            break;
        default:
            memcpy(e->u.name, "eventful", 8);
            e->u.name[i % 8] = '*';
        }
    }
}

static long interpret(double *heat)
{
    long sum = 0;
    *heat = 0;
    /* truth: guarded alias(events, heat) reduction(+: sum, heat[]) calls(pass) -- heat could point into events */
    for (int i = 0; i < N; i++)
        if (events[i].kind == 0)
            sum += events[i].u.move.x - 2 * events[i].u.move.y;
        else if (events[i].kind == 1)
            *heat += events[i].u.heat;
        else
            sum += events[i].u.name[0];
    return sum;
}

static unsigned fold(const void *p, size_t n)
{
    const uint8_t *b = p;
    unsigned h = 1;
    /* truth: serial flow(h) distance 1 */
    for (size_t i = 0; i < n; i++)
        h = h * 33 + b[i];
    return h;
}

int main(void)
{
    double heat;
    each_alone();
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        shared.words[i] = i * 123457 + 1;
    halves_from_words();
    printf("%08x ", fold(&shared, sizeof shared));
    words_apart();
    printf("%08x ", fold(&shared, sizeof shared));
    spread();
    swap_bytes();
    printf("%08x %08x\n", fold(&shared, sizeof shared), fold(cells, sizeof cells));
    happen();
    long sum = interpret(&heat);
    printf("%ld %.2f %.4f\n", sum, heat, roots(1000));
    return 0;
}
