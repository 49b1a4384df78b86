/* Rays through a scene of spheres, marched by distance; the picture as numbers. Escape times of a fractal beside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 48
#define HEIGHT 32

typedef struct {
    float x, y, z;
} v3;

struct sphere {
    v3 centre;
    float radius;
    int colour;
};

struct scene {
    int count;
    struct sphere sphere[8];
    v3 light;
};

static v3 add(v3 a, v3 b, float t) { return (v3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z}; }
static float dot(v3 a, v3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static v3 unit(v3 a) { return add((v3){0, 0, 0}, a, 1 / sqrtf(dot(a, a))); }

static float distance(const struct scene *s, v3 p, int *which)
{
    float least = p.y + 1; /* the floor */
    *which = -1;
    /* truth: guarded alias(s, which) reduction(argmin: least, which[]) calls(pass) */
    for (int k = 0; k < s->count; k++) {
        v3 d = add(p, s->sphere[k].centre, -1);
        float r = sqrtf(dot(d, d)) - s->sphere[k].radius;
        if (r < least) {
            least = r;
            *which = k;
        }
    }
    return least;
}

static int march(const struct scene *s, v3 from, v3 dir, float *far, int *hit)
{
    int steps;
    *far = 0;
    /* truth: serial exit flow(far) distance 1 */
    for (steps = 0; steps < 80; steps++) {
        float d = distance(s, add(from, dir, *far), hit);
        if (d < 1e-3f)
            return 1;
        *far += d;
        if (*far > 20)
            break;
    }
    *hit = -1;
    return 0;
}

static int shade(const struct scene *s, v3 from, v3 dir)
{
    float far;
    int hit, ignored;
    if (!march(s, from, dir, &far, &hit))
        return 0;
    v3 at = add(from, dir, far), to_light = unit(add(s->light, at, -1)), normal = {0, 1, 0};
    if (hit >= 0)
        normal = unit(add(at, s->sphere[hit].centre, -1));
    float lit = dot(normal, to_light);
    if (lit < 0)
        lit = 0;
    if (march(s, add(at, normal, 0.01f), to_light, &far, &ignored))
        lit *= 0.3f;
    return (hit >= 0 ? s->sphere[hit].colour : 40) * (0.2f + 0.8f * lit);
}

static void render(const struct scene *s, unsigned char *picture)
{
    /* truth: guarded alias(s, picture) calls(pass) -- a byte could be stored into the scene */
    for (int y = 0; y < HEIGHT; y++)
        /* truth: guarded alias(s, picture) calls(pass) */
        for (int x = 0; x < WIDTH; x++) {
            v3 dir = unit((v3){(x - WIDTH / 2) / (float)HEIGHT, (HEIGHT / 2 - y) / (float)HEIGHT, 1});
            picture[y * WIDTH + x] = shade(s, (v3){0, 0, -3}, dir);
        }
}

static int escape(double cx, double cy)
{
    double x = 0, y = 0;
    int n = 0;
    /* truth: serial exit flow(x, y) distance 1 */
    while (n < 60 && x * x + y * y < 4) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    return n;
}

static long fractal(void)
{
    long sum = 0;
    double cx, cy;
    int i, j;
    /* truth: reduction(+: sum) private(i, cx, cy) */
    for (j = 0; j < HEIGHT; j++) {
        cy = -1.2 + 2.4 * j / HEIGHT;
        /* truth: reduction(+: sum) private(cx) */
        for (i = 0; i < WIDTH; i++) {
            cx = -2 + 3.0 * i / WIDTH;
            sum += escape(cx, cy);
        }
    }
    return sum;
}

int main(void)
{
    struct scene s = {.light = {4, 6, -5}};
    unsigned char *picture = malloc(WIDTH * HEIGHT);
    unsigned sum = 0, brightest = 0;
    if (!picture)
        return 1;
    /* truth: parallel */
    for (int k = 0; k < 5; k++)
        s.sphere[k] = (struct sphere){{k - 2.0f, sinf(k) * 0.5f, k % 2}, 0.4f + 0.05f * k, 90 + 30 * k};
    s.count = 5;
    render(&s, picture);
    /* truth: reduction(+: sum) reduction(max: brightest) */
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        sum += picture[i];
        brightest = picture[i] > brightest ? picture[i] : brightest;
    }
    printf("%s, brightest %u, fractal %ld\n", sum > 1000 ? "lit" : "dark", brightest, fractal());
    free(picture);
    return 0;
}
