/* Structures: of arrays, in arrays, with bit-fields that share a word, nested, copied whole, with a flexible end. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 150 };

struct flags {
    unsigned seen : 1, kind : 3, age : 12;
    int next;
};

struct soa {
    double *x, *y;
    int *id;
    int n;
};

struct point {
    double x, y;
};

struct shape {
    struct point corner[4];
    struct {
        int colour, layer;
    } look;
    struct shape *above;
};

struct column {
    int n;
    double value[];
};

static struct flags flag[N];
static struct shape shapes[N];
static struct {
    unsigned a : 4, b : 4, c : 8;
} word;

static void bit_fields(void)
{
    int i;
    /* truth: parallel -- the fields share a word, but only within an element */
    for (i = 0; i < N; i++) {
        flag[i].seen = i % 3 == 0;
        flag[i].kind = i;
        flag[i].age = i * 17;
    }
    /* truth: serial flow(word) distance 1 -- one word: storing a field rewrites its neighbours */
    for (i = 0; i < N; i++)
        if (i & 1)
            word.a = i;
        else
            word.b += i;
    /* truth: parallel -- element i and a member of it, other members of element i + 1 */
    for (i = 0; i < N - 1; i++)
        flag[i].next = flag[i + 1].kind;
    /* truth: serial anti(flag) distance 1 -- a field of the same word as the one that is read, one element on */
    for (i = 0; i < N - 1; i++)
        flag[i].age = flag[i + 1].kind + flag[i].age;
}

/* One structure with three pointers. */
static void move(struct soa *s, double dx)
{
    /* truth: guarded alias(s->x, s->y) calls(pass) -- doubles: they are no pointers and no ints */
    for (int i = 0; i < s->n; i++) {
        s->x[i] += dx;
        s->y[i] -= s->x[i] * 0.5;
    }
}

/* Members of one array element: other members are read by neighbours. */
static void members(void)
{
    /* truth: parallel -- x is written, y is read: different members of all elements */
    for (int i = 1; i < N; i++)
        shapes[i].corner[0].x = shapes[i - 1].corner[0].y + shapes[i].corner[1].y;
    /* truth: serial flow(shapes) distance 1 */
    for (int i = 1; i < N; i++)
        shapes[i].corner[1].x = shapes[i - 1].corner[1].x * 0.5 + 1;
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int k = 0; k < 4; k++)
            shapes[i].corner[k].y = i * 0.1 + k;
    /* truth: parallel -- corner 2 from corner 3 of the one before */
    for (int i = 1; i < N; i++)
        shapes[i].corner[2] = shapes[i - 1].corner[3];
    /* truth: serial flow(shapes) distance 1 -- copies the whole element, corner 2 included */
    for (int i = 1; i < N; i++) {
        struct shape copy = shapes[i - 1];
        copy.look.layer++;
        shapes[i].look = shapes[i].look.colour > 2 ? copy.look : shapes[i].look;
        shapes[i].corner[2].x += copy.corner[0].x;
    }
}

/* Through links that are set up so that all differ; through links that do not. */
static void links(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        shapes[i].above = &shapes[(i * 7 + 3) % N];
        shapes[i].look.colour = i % 5;
    }
    /* truth: guarded index(shapes) calls(pass) -- each is above one: 7 and N have no common divisor */
    for (int i = 0; i < N; i++)
        shapes[i].above->look.layer = i;
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        shapes[i].above = &shapes[i / 10];
    /* truth: histogram(shapes) */
    for (int i = 0; i < N; i++)
        shapes[i].above->look.layer += i;
}

static struct column *column(int n)
{
    struct column *c = malloc(sizeof *c + n * sizeof c->value[0]);
    if (!c)
        exit(1);
    c->n = n;
    /* truth: parallel -- value[] lies behind n: it is another member */
    for (int i = 0; i < c->n; i++)
        c->value[i] = i * 0.5;
    return c;
}

static double columns(void)
{
    struct column *c[6];
    double s = 0;
    int i;
    /* truth: parallel */
    for (i = 0; i < 6; i++)
        c[i] = column(10 + i);
    /* truth: serial flow(c) distance 1 */
    for (i = 1; i < 6; i++)
        /* truth: parallel -- column() makes a new block each time */
        for (int k = 0; k < c[i - 1]->n; k++)
            c[i]->value[k] += c[i - 1]->value[c[i - 1]->n - 1 - k];
    /* truth: reduction(+: s) */
    for (i = 0; i < 6; i++)
        s += c[i]->value[c[i]->n / 2] * (i + 1);
    /* truth: parallel */
    for (i = 0; i < 6; i++)
        free(c[i]);
    return s;
}

/* A structure as a whole: sums in its members, returned by value. */
static struct point centre(const struct shape *s)
{
    struct point c = {0, 0};
    /* truth: reduction(+: c.x, c.y) */
    for (int k = 0; k < 4; k++) {
        c.x += s->corner[k].x / 4;
        c.y += s->corner[k].y / 4;
    }
    return c;
}

int main(void)
{
    double x[N], y[N], sum = 0;
    int id[N];
    long bits = 0;
    struct soa s = {x, y, id, N};
    bit_fields();
    members();
    links();
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        struct point c = centre(&shapes[i]);
        x[i] = c.x;
        y[i] = c.y + shapes[i].look.layer;
        id[i] = i;
    }
    move(&s, 0.25);
    /* truth: reduction(+: sum, bits) */
    for (int i = 0; i < N; i++) {
        sum += x[i] * (id[i] % 4) + y[i];
        bits += flag[i].age * (flag[i].kind + 1) + flag[i].next;
    }
    printf("%.6f %ld %u %u %.3f\n", sum, bits, word.a, word.b, columns());
    return 0;
}
