/* A hash table with open addressing, a small cache, a priority queue, a simulation of customers and counters. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 512, KEYS = 300, HEAP = 400, COUNTERS = 5 };

struct slot {
    uint32_t key;
    int count;
};

struct event {
    double at;
    int kind, who;
};

static struct slot table[ROOM];
static uint32_t keys[KEYS];
static struct event heap[HEAP];
static int waiting;

static unsigned hash(uint32_t v)
{
    v ^= v >> 16;
    v *= 0x45d9f3b;
    return v ^ v >> 16;
}

static struct slot *find(uint32_t key)
{
    unsigned at = hash(key) % ROOM;
    /* truth: serial exit flow(at) distance 1 */
    while (table[at].count && table[at].key != key)
        at = (at + 1) % ROOM;
    return &table[at];
}

static void insert_all(void)
{
    /* truth: serial flow(table) -- where a key goes depends on who was there before */
    for (int i = 0; i < KEYS; i++) {
        struct slot *s = find(keys[i]);
        s->key = keys[i];
        s->count++;
    }
}

static int look_up_all(int *restrict counts)
{
    int most = 0;
    /* truth: reduction(max: most) -- find() reads only */
    for (int i = 0; i < KEYS; i++) {
        counts[i] = find(keys[i])->count;
        most = counts[i] > most ? counts[i] : most;
    }
    return most;
}

/* Counts what is known already; nothing new comes in, but two indices may find the same slot. */
static void count_again(void)
{
    /* truth: serial flow(table) -- find() reads whether count is zero: a key that is new after all would change the search of others */
    for (int i = 0; i < KEYS; i++)
        find(keys[i])->count++;
}

static int longest_probe(void)
{
    int most = 0;
    /* truth: reduction(max: most) */
    for (int i = 0; i < ROOM; i++)
        if (table[i].count) {
            int d = (i - (int)(hash(table[i].key) % ROOM) + ROOM) % ROOM;
            if (d > most)
                most = d;
        }
    return most;
}

/* Entries move to where they are found sooner: the table changes while it is walked. */
static int compact(void)
{
    int moved = 0;
    /* truth: serial flow(table) distance 1 -- what is moved may move again, and leaves a hole for others */
    for (int i = 1; i < ROOM; i++)
        if (table[i].count == 0 && table[i - 1].count > 4) {
            table[i] = table[i - 1];
            table[i - 1].count = 0;
            moved++;
        }
    return moved;
}

static void push(struct event e)
{
    int i = waiting++;
    /* truth: serial exit flow(i) */
    while (i > 0 && heap[(i - 1) / 2].at > e.at) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = e;
}

static struct event pop(void)
{
    struct event first = heap[0], last = heap[--waiting];
    int i = 0;
    /* truth: serial exit flow(i) distance 1 */
    for (;;) {
        int c = 2 * i + 1;
        if (c + 1 < waiting && heap[c + 1].at < heap[c].at)
            c++;
        if (c >= waiting || heap[c].at >= last.at)
            break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return first;
}

static double simulate(int customers, int *served)
{
    double busy[COUNTERS] = {0}, waited = 0, now = 0;
    int queue = 0;
    /* truth: serial flow(heap, waiting) */
    for (int c = 0; c < customers; c++)
        push((struct event){(c * 37 % 100) * 0.3, 0, c});
    /* truth: serial exit flow(heap, waiting, busy) */
    while (waiting) {
        struct event e = pop();
        now = e.at;
        if (e.kind == 1) {
            queue--;
            (*served)++;
            continue;
        }
        int free_first = 0;
        /* truth: reduction(argmin: free_first) */
        for (int k = 1; k < COUNTERS; k++)
            if (busy[k] < busy[free_first])
                free_first = k;
        double begin = busy[free_first] > now ? busy[free_first] : now;
        waited += begin - now;
        busy[free_first] = begin + 1 + e.who % 4 * 0.5;
        queue++;
        push((struct event){busy[free_first], 1, e.who});
    }
    return waited + queue;
}

int main(void)
{
    int counts[KEYS], served = 0, sum = 0;
    /* truth: parallel */
    for (uint32_t i = 0; i < KEYS; i++)
        keys[i] = hash(i % 190) % 4096;
    insert_all();
    count_again();
    int most = look_up_all(counts);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < KEYS; i++)
        sum += counts[i] * (i % 6);
    printf("%d at most, %d, probe %d\n", most, sum, longest_probe());
    double waited = simulate(180, &served);
    printf("%.3f waited, %d served, %d moved\n", waited, served, compact());
    return 0;
}
