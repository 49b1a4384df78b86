/* A simulation with settings from text, checkpoints in a binary file, output every few steps, and a restart that must agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 256 };

struct settings {
    int n, steps, every;
    double c;
    char title[32];
};

struct state {
    int step;
    double u[MAX], v[MAX];
};

static const char input[] = "# a string that swings\nn 120\nsteps 40\nevery 8\nc 0.3\ntitle string\n";

static int parse(const char *text, struct settings *s)
{
    int lines = 0;
    /* truth: serial exit flow(text) distance 1 reduction(+: lines) */
    while (*text) {
        char key[16], value[32];
        if (*text != '#' && sscanf(text, "%15s %31s", key, value) == 2) {
            if (!strcmp(key, "n"))
                s->n = atoi(value);
            else if (!strcmp(key, "steps"))
                s->steps = atoi(value);
            else if (!strcmp(key, "every"))
                s->every = atoi(value);
            else if (!strcmp(key, "c"))
                s->c = atof(value);
            else if (!strcmp(key, "title"))
                memcpy(s->title, value, sizeof s->title);
        }
        lines++;
        text = strchr(text, '\n');
        if (!text)
            break;
        text++;
    }
    return lines;
}

static void begin(struct state *s, int n)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++) {
        s->u[i] = i < n / 3 ? 3.0 * i / n : 1.5 * (n - 1 - i) / n;
        s->v[i] = 0;
    }
    s->step = 0;
}

/* Velocities first, then positions: two loops that must not become one. */
static void leapfrog(struct state *s, int n, double c)
{
    double *u = s->u, *v = s->v;
    int i;
    /* truth: parallel -- two arrays of one structure, through pointers that are set just above */
    for (i = 1; i < n - 1; i++)
        v[i] += c * (u[i - 1] - 2 * u[i] + u[i + 1]);
    /* truth: parallel */
    for (i = 1; i < n - 1; i++)
        u[i] += v[i];
}

/* In one loop: u[i - 1] is new already, u[i + 1] is not. */
static void symplectic(struct state *s, int n, double c)
{
    /* truth: serial flow(s->u) distance 1 */
    for (int i = 1; i < n - 1; i++) {
        s->v[i] += c * (s->u[i - 1] - 2 * s->u[i] + s->u[i + 1]);
        s->u[i] += s->v[i];
    }
}

static int save(FILE *f, const struct state *s)
{
    rewind(f);
    return fwrite(s, sizeof *s, 1, f) == 1;
}

static int resume(FILE *f, struct state *s)
{
    rewind(f);
    return fread(s, sizeof *s, 1, f) == 1;
}

static double energy(const struct state *s, int n, double c)
{
    double e = 0;
    /* truth: reduction(+: e) */
    for (int i = 1; i < n; i++) {
        double d = s->u[i] - s->u[i - 1];
        e += 0.5 * (s->v[i] * s->v[i] + c * d * d);
    }
    return e;
}

static void run(struct state *s, const struct settings *set, int until, FILE *f, int quiet)
{
    /* truth: serial io flow(s) distance 1 */
    for (; s->step < until; s->step++) {
        if (s->step % set->every == 0) {
            if (!quiet)
                printf("%s %3d %.6f\n", set->title, s->step, energy(s, set->n, set->c));
            if (!save(f, s))
                exit(1);
        }
        if (s->step % 5 == 4)
            symplectic(s, set->n, set->c);
        else
            leapfrog(s, set->n, set->c);
    }
}

int main(void)
{
    struct settings set = {0};
    struct state *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    FILE *f = tmpfile();
    double apart = 0;
    if (!a || !b || !f)
        return 1;
    int lines = parse(input, &set);
    begin(a, set.n);
    run(a, &set, set.steps, f, 0);
    if (!resume(f, b))
        return 1;
    printf("%d lines, again from step %d\n", lines, b->step);
    run(b, &set, set.steps, f, 1);
    /* truth: reduction(max: apart) unobserved -- nothing differs, so that nothing is stored */
    for (int i = 0; i < set.n; i++) {
        double d = a->u[i] - b->u[i];
        if (d < 0)
            d = -d;
        if (d > apart)
            apart = d;
    }
    printf("%s %.9f\n", apart == 0 ? "equal" : "different", energy(b, set.n, set.c));
    fclose(f);
    free(a);
    free(b);
    return 0;
}
