/* Functions from many trades: finance, sound, images, text, chemistry, games, statistics. The letters are the truths: see kernels.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int n, dim; float *x; int *label; float *centre; int k; } cloud;
typedef struct { int w, h, stride; unsigned char *px; } image;
typedef struct { size_t n; double *open, *close, *volume; } series;
typedef struct { int nx, ny; double dx, dt; double *u, *un, *k; } plate;
typedef struct { int n; double *pos, *vel, *force, *mass; } system_t;
typedef struct { int rows, cols; double **row; double *data; } dense;
typedef struct { double re, im; } cplx;

/* 1: to each point the nearest centre, and how many have changed */
static int assign(cloud *c)
{
    int changed = 0;
    for (int p = 0; p < c->n; p++) { // R
        float least = 1e30f;
        int best = 0;
        for (int k = 0; k < c->k; k++) { // R
            float d = 0;
            for (int q = 0; q < c->dim; q++) { // R
                float e = c->x[p * c->dim + q] - c->centre[k * c->dim + q];
                d += e * e;
            }
            if (d < least) {
                least = d;
                best = k;
            }
        }
        if (best != c->label[p]) {
            c->label[p] = best;
            changed++;
        }
    }
    return changed;
}
/* 2: one step of Haar's transform, and back */
static void haar(int n, const double *restrict in, double *restrict out)
{
    int half = n / 2;
    for (int i = 0; i < half; i++) { // P
        out[i] = (in[2 * i] + in[2 * i + 1]) / 2;
        out[half + i] = (in[2 * i] - in[2 * i + 1]) / 2;
    }
}
static void haar_back(int n, const double *restrict in, double *restrict out)
{
    int half = n / 2;
    for (int i = 0; i < half; i++) { // P
        out[2 * i] = in[i] + in[half + i];
        out[2 * i + 1] = in[i] - in[half + i];
    }
}
/* 3: an image twice as small, of rows that are longer than they are wide */
static void halve(const image *a, image *b)
{
    for (int y = 0; y < b->h; y++) { // P
        const unsigned char *p = a->px + (size_t)2 * y * a->stride, *q = p + a->stride;
        unsigned char *to = b->px + (size_t)y * b->stride;
        for (int x = 0; x < b->w; x++) // P
            to[x] = (unsigned char)((p[2 * x] + p[2 * x + 1] + q[2 * x] + q[2 * x + 1] + 2) / 4);
    }
}
/* 4: equal shares of all shades: a histogram, its sums, a table */
static void equalise(image *a)
{
    int count[256] = {0}, sum = 0;
    unsigned char map[256];
    for (int y = 0; y < a->h; y++) // H
        for (int x = 0; x < a->w; x++) // H
            count[a->px[y * a->stride + x]]++;
    for (int v = 0; v < 256; v++) { // S
        sum += count[v];
        map[v] = (unsigned char)(255L * sum / ((long)a->w * a->h));
    }
    for (int y = 0; y < a->h; y++) // P
        for (int x = 0; x < a->w; x++) // P
            a->px[y * a->stride + x] = map[a->px[y * a->stride + x]];
}
/* 5: moving means of prices, and how they move */
static double means(const series *s, size_t window, double *mean)
{
    double most = 0;
    for (size_t i = window; i < s->n; i++) { // R
        double sum = 0;
        for (size_t k = i - window; k < i; k++) // R
            sum += s->close[k];
        mean[i] = sum / (double)window;
        most = fmax(most, fabs(s->close[i] - mean[i]));
    }
    return most;
}
static double turnover(const series *s)
{
    double all = 0;
    for (size_t i = 0; i < s->n; i++) // R
        if (s->volume[i] > 0)
            all += (s->open[i] + s->close[i]) / 2 * s->volume[i];
    return all;
}
/* 6: what an option is worth, backwards through a tree */
static double tree(int steps, double up, double down, double p, double *value)
{
    for (int i = 0; i <= steps; i++) { // P
        double price = pow(up, i) * pow(down, steps - i);
        value[i] = price > 1 ? price - 1 : 0;
    }
    for (int s = steps - 1; s >= 0; s--) // S
        for (int i = 0; i <= s; i++) // S
            value[i] = p * value[i + 1] + (1 - p) * value[i];
    return value[0];
}
/* 7: a plate that conducts differently everywhere; its buffers are exchanged */
static void heat(plate *p, int steps)
{
    for (int s = 0; s < steps; s++) { // S
        for (int i = 1; i < p->nx - 1; i++) // P
            for (int j = 1; j < p->ny - 1; j++) { // P
                int c = i * p->ny + j;
                double f = p->k[c] * p->dt / (p->dx * p->dx);
                p->un[c] = p->u[c] + f * (p->u[c - 1] + p->u[c + 1] + p->u[c - p->ny] + p->u[c + p->ny] - 4 * p->u[c]);
            }
        for (int j = 0; j < p->ny; j++) { // P
            p->un[j] = p->un[p->ny + j];
            p->un[(p->nx - 1) * p->ny + j] = p->un[(p->nx - 2) * p->ny + j];
        }
        double *t = p->u;
        p->u = p->un;
        p->un = t;
    }
}
/* 8: bodies that attract each other, in arrays of three */
static void attract(system_t *s)
{
    for (int i = 0; i < s->n; i++) { // P
        double f[3] = {0, 0, 0};
        for (int j = 0; j < s->n; j++) { // R
            double d[3], r2 = 1e-3;
            for (int k = 0; k < 3; k++) { // R
                d[k] = s->pos[3 * j + k] - s->pos[3 * i + k];
                r2 += d[k] * d[k];
            }
            double g = s->mass[j] / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++) // P
                f[k] += g * d[k];
        }
        for (int k = 0; k < 3; k++) // P
            s->force[3 * i + k] = f[k] * s->mass[i];
    }
}
static void drift(system_t *s, double dt)
{
    for (int i = 0; i < 3 * s->n; i++) { // P
        s->vel[i] += dt * s->force[i] / s->mass[i / 3];
        s->pos[i] += dt * s->vel[i];
    }
}
/* 9: a stage of a transform: pairs of numbers, far apart */
static void stage(int n, int half, const cplx *restrict root, cplx *restrict a)
{
    for (int b = 0; b < n; b += 2 * half) // P
        for (int k = 0; k < half; k++) { // P
            cplx x = a[b + k], y = a[b + k + half], w = root[k * (n / (2 * half))];
            cplx t = {y.re * w.re - y.im * w.im, y.re * w.im + y.im * w.re};
            a[b + k].re = x.re + t.re;
            a[b + k].im = x.im + t.im;
            a[b + k + half].re = x.re - t.re;
            a[b + k + half].im = x.im - t.im;
        }
}
/* 10: echoes of a sound: a gain, a delay that feeds back, the loudest sample */
static float echo(int n, int delay, float gain, const short *restrict in, float *restrict out)
{
    float peak = 0;
    for (int i = 0; i < n; i++) // P
        out[i] = in[i] / 32768.0f;
    for (int i = delay; i < n; i++) // S
        out[i] += gain * out[i - delay];
    for (int i = 0; i < n; i++) { // R
        float x = out[i] < 0 ? -out[i] : out[i];
        if (x > peak)
            peak = x;
    }
    return peak;
}
/* 11: words in a text: how many begin, how many letters of each kind */
static int words(size_t n, const char *s, int *letters)
{
    int begun = 0;
    memset(letters, 0, 26 * sizeof *letters);
    for (size_t i = 0; i < n; i++) { // H
        char c = s[i] | 32;
        if (c >= 'a' && c <= 'z')
            letters[c - 'a']++;
        begun += s[i] != ' ' && (i == 0 || s[i - 1] == ' ');
    }
    return begun;
}
/* 12: many small systems of three diagonals, one for each column */
static void thomas(int lines, int n, const double *a, const double *b, const double *restrict c, double *restrict d, double *restrict w)
{
    for (int l = 0; l < lines; l++) { // P
        w[l] = c[l] / b[l];
        d[l] /= b[l];
        for (int i = 1; i < n; i++) { // S
            int at = i * lines + l;
            double m = b[at] - a[at] * w[at - lines];
            w[at] = c[at] / m;
            d[at] = (d[at] - a[at] * d[at - lines]) / m;
        }
        for (int i = n - 2; i >= 0; i--) // S
            d[i * lines + l] -= w[i * lines + l] * d[(i + 1) * lines + l];
    }
}
/* 13: all shortest ways, by the points that they may pass */
static void ways(int n, int *d)
{
    for (int k = 0; k < n; k++) // S
        for (int i = 0; i < n; i++) { // P
            int via = d[i * n + k];
            if (i == k)
                continue;
            for (int j = 0; j < n; j++) // P
                if (via + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = via + d[k * n + j];
        }
}
/* 14: magnets on a board, every other one at a time */
static int flip(int n, int colour, const double *restrict chance, signed char *restrict spin)
{
    int flips = 0;
    for (int i = 1; i < n - 1; i++) // R
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) { // R
            int sum = spin[(i - 1) * n + j] + spin[(i + 1) * n + j] + spin[i * n + j - 1] + spin[i * n + j + 1];
            if (chance[i * n + j] < 0.1 * sum * spin[i * n + j] + 0.5) {
                spin[i * n + j] = (signed char)-spin[i * n + j];
                flips++;
            }
        }
    return flips;
}
/* 15: a matrix by rows that stand in a table, times a vector, and its transpose */
static void dense_product(const dense *m, const double *x, double *restrict y)
{
    for (int i = 0; i < m->rows; i++) { // P
        double s = 0;
        for (int j = 0; j < m->cols; j++) // R
            s += m->row[i][j] * x[j];
        y[i] = s;
    }
}
static void dense_transpose(const dense *m, double *restrict t)
{
    for (int i = 0; i < m->rows; i++) // P
        for (int j = 0; j < m->cols; j++) // P
            t[j * m->rows + i] = m->data[i * m->cols + j];
}
/* 16: means, deviations and how columns hang together */
static void correlate(int n, int m, const double *x, double *restrict mean, double *restrict c)
{
    for (int j = 0; j < m; j++) { // P
        mean[j] = 0;
        for (int i = 0; i < n; i++) // H
            mean[j] += x[i * m + j];
        mean[j] /= n;
    }
    for (int a = 0; a < m; a++) // P
        for (int b = a; b < m; b++) { // P
            double s = 0;
            for (int i = 0; i < n; i++) // R
                s += (x[i * m + a] - mean[a]) * (x[i * m + b] - mean[b]);
            c[a * m + b] = c[b * m + a] = s / (n - 1);
        }
}
/* 17: values between those of a table, by halving; beyond its ends those of the ends */
static double between(int n, const double *x, const double *y, double at)
{
    int low = 0, high = n - 1;
    if (at <= x[0])
        return y[0];
    if (at >= x[n - 1])
        return y[n - 1];
    while (high - low > 1) { // S
        int mid = (low + high) / 2;
        if (x[mid] <= at)
            low = mid;
        else
            high = mid;
    }
    return y[low] + (y[high] - y[low]) * (at - x[low]) / (x[high] - x[low]);
}
static void look_up(int n, const double *x, const double *y, int m, const double *at, double *restrict out)
{
    for (int i = 0; i < m; i++) // P
        out[i] = between(n, x, y, at[i]);
}
/* 18: a pass of sorting by pairs; is it done? */
static int sort_pass(int n, int odd, int *a)
{
    int swapped = 0;
    for (int i = odd; i + 1 < n; i += 2) // P
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
            swapped = 1;
        }
    return swapped;
}
/* 19: reactions in each cell, from a table of rates, with memory of their own */
static void react(int cells, int species, double dt, const double *rate, double *conc)
{
    for (int c = 0; c < cells; c++) { // P
        double change[16];
        for (int s = 0; s < species; s++) // P
            change[s] = 0;
        for (int s = 0; s < species; s++) // H
            for (int r = 0; r < species; r++) { // H
                double flow = rate[s * species + r] * conc[c * species + s];
                change[s] -= flow;
                change[r] += flow;
            }
        for (int s = 0; s < species; s++) // P
            conc[c * species + s] += dt * change[s];
    }
}
/* 20: tasks in a queue that become ready one after the other; sums so far; a check over all */
static unsigned checks(int n, const unsigned char *p, unsigned *running)
{
    unsigned a = 1, all = 0;
    for (int i = 0; i < n; i++) { // S
        a = (a + p[i]) % 65521;
        running[i] = a;
    }
    for (int i = 0; i < n; i++) // R
        all ^= running[i] * 2654435761u + (unsigned)i;
    return all;
}

static double hash(const void *p, size_t n)
{
    const unsigned char *c = p;
    unsigned h = 7;
    for (size_t i = 0; i < n; i++) // S
        h = h * 31 + c[i];
    return h % 100003;
}

int main(void)
{
    enum { N = 24 };
    double x[N * N], y[N * N], z[N * N], w[N * N];
    int k[N * N], count[26];
    for (int i = 0; i < N * N; i++) { // P
        x[i] = i * 37 % 101 * .5 + 1;
        y[i] = z[i] = w[i] = i * 17 % 53 + 3;
        k[i] = i * 29 % 97 + 1;
    }
    float fx[60], centre[6], out[200];
    int label[20];
    for (int i = 0; i < 60; i++) // P
        fx[i] = (float)(i * 7 % 19);
    for (int i = 0; i < 6; i++) // P
        centre[i] = (float)(i * 5);
    memset(label, 0, sizeof label);
    cloud cl = {20, 3, fx, label, centre, 2};
    printf("%d %g\n", assign(&cl), hash(label, sizeof label));
    haar(N, x, y);
    haar_back(N, y, z);
    printf("%g %g\n", hash(y, N * sizeof *y), hash(z, N * sizeof *z));
    unsigned char px[20 * 24], small[10 * 12];
    for (int i = 0; i < 20 * 24; i++) // P
        px[i] = (unsigned char)(i * 13 % 251);
    image a = {20, 20, 24, px}, b = {10, 10, 12, small};
    memset(small, 0, sizeof small);
    halve(&a, &b);
    equalise(&a);
    printf("%g %g\n", hash(px, sizeof px), hash(small, sizeof small));
    series se = {N, x, y, z};
    printf("%.9g %.9g\n", means(&se, 4, w), turnover(&se));
    printf("%.9g\n", tree(20, 1.1, 0.9, 0.5, w));
    plate pl = {N, N, 1, .1, x, y, z};
    heat(&pl, 3);
    double v[60], f[60], pos[60], mass[20];
    for (int i = 0; i < 60; i++) { // P
        v[i] = i % 3;
        f[i] = 0;
        pos[i] = i * i % 17;
        mass[i / 3] = 1 + i % 4;
    }
    system_t sy = {20, pos, v, f, mass};
    attract(&sy);
    drift(&sy, .01);
    cplx c[32], root[16];
    for (int i = 0; i < 32; i++) // P
        c[i] = (cplx){i % 5, i % 3};
    for (int i = 0; i < 16; i++) // P
        root[i] = (cplx){cos(i * .196349), -sin(i * .196349)};
    for (int half = 1; half < 32; half *= 2) // S
        stage(32, half, root, c);
    short in[200];
    for (int i = 0; i < 200; i++) // P
        in[i] = (short)(i * 331 % 3000 - 1500);
    printf("%.6g %.6g %.6g %.6g\n", echo(200, 13, .5f, in, out), pos[7], c[5].re, pl.u[N + 3]);
    printf("%d\n", words(44, "the quick brown fox jumps over the lazy dog ", count));
    for (int i = 0; i < N * N; i++) // P
        y[i] += 100;
    thomas(N, N, x, y, x, z, w);
    ways(N, k);
    signed char spin[N * N];
    for (int i = 0; i < N * N; i++) // P
        spin[i] = (signed char)(i % 3 ? 1 : -1);
    printf("%d %g %g %.9g\n", flip(N, 1, x, spin), hash(count, sizeof count), hash(k, sizeof k), z[N + 5]);
    double *row[N];
    for (int i = 0; i < N; i++) // P
        row[i] = x + i * N;
    dense d = {N, N, row, x};
    dense_product(&d, y, z);
    dense_transpose(&d, w);
    printf("%.9g %.9g\n", z[3], w[N + 2]);
    correlate(N, N, x, z, w);
    printf("%.9g\n", w[N + 2]);
    for (int i = 0; i < N; i++) // P
        y[i] = i * i;
    look_up(N, y, x, N, x, z);
    int again = 0;
    for (int p = 0; p < 9; p++) // S
        again += sort_pass(N * N, p & 1, k);
    react(N, 8, .01, x, y);
    unsigned run[400];
    printf("%.9g %d %.9g %u\n", z[4], again, y[9], checks(400, px, run));
    return 0;
}
