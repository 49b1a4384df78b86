/* Calls the functions of the files beside this one, and prints what they leave. Letters: see ../kernels.py. */
#include "sciences.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long seed;
static real any(void)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (seed >> 40) / 16777216.;
}
static real *fresh(int n, real scale)
{
    real *p = malloc(n * sizeof *p);
    seed = n + 1000 * scale; /* whatever the order in which arguments are evaluated */
    for (int i = 0; i < n; i++) // S
        p[i] = scale * any();
    return p;
}
static int *whole(int n, int below)
{
    int *p = malloc(n * sizeof *p);
    seed = n + 1000 * below;
    for (int i = 0; i < n; i++) // S
        p[i] = (int)(any() * below);
    return p;
}
static float *few(int n)
{
    float *p = malloc(n * sizeof *p);
    seed = n;
    for (int i = 0; i < n; i++) // S
        p[i] = any() - 0.5;
    return p;
}
static void show(const char *what, int n, const real *p)
{
    real s = 0;
    for (int i = 0; i < n; i++) // R
        s += p[i] * (1 + i % 7);
    printf("%s %.6g\n", what, s);
}
static void showf(const char *what, int n, const float *p)
{
    real s = 0;
    for (int i = 0; i < n; i++) // R
        s += p[i] * (1 + i % 7);
    printf("%s %.4g\n", what, s);
}

static void fields(void)
{
    enum { NX = 20, NY = 24 };
    yee g = {.nx = NX, .ny = NY, .dt = 0.5, .eps = 1, .mu = 1, .damp = fresh(NY, 1)};
    g.ez = malloc(NX * sizeof *g.ez), g.hx = malloc(NX * sizeof *g.hx), g.hy = malloc(NX * sizeof *g.hy);
    for (int i = 0; i < NX; i++) { // S
        g.ez[i] = fresh(NY, 1);
        g.hx[i] = fresh(NY, 1);
        g.hy[i] = fresh(NY, 1);
    }
    fdtd(&g, 5);
    show("fdtd", NY, g.ez[3]);
    gas b = {.nx = 12, .ny = 10, .omega = 1.2, .f = fresh(1080, 1), .next = fresh(1080, 1), .solid = calloc(120, 1)};
    for (int i = 0; i < 12; i++) // P
        b.solid[i] = 1;
    boltzmann(&b, 3);
    show("boltzmann", 1080, b.f);
    float depth[300];
    ball balls[3] = {{0, 0, 5, 1}, {1, 1, 6, 2}, {-1, 0, 4, 0.5}};
    march(20, 15, depth, balls, 3);
    showf("march", 300, depth);
    static real u[16][4][3][3];
    static int next[16][4];
    for (int s = 0; s < 16; s++) // P
        for (int m = 0; m < 4; m++) { // P
            next[s][m] = s ^ 1 << m;
            for (int k = 0; k < 9; k++) // P
                u[s][m][k / 3][k % 3] = (s * 7 + m * 3 + k) % 11;
        }
    printf("plaquette %.6g\n", plaquette(16, (const real (*)[4][3][3])u, (const int (*)[4])next));
    flow f = {.nx = 16, .ny = 8, .ng = 2, .dx = 0.1, .gamma = 1.4};
    for (int v = 0; v < 4; v++) { // S
        f.u[v] = fresh(240, 1);
        f.flux[v] = fresh(240, 1);
    }
    for (int i = 0; i < 240; i++) { // P
        f.u[0][i] += 1;
        f.u[3][i] += 5;
    }
    printf("gas %.6g\n", gas_step(&f, 0.4));
    show("gas", 240, f.u[1]);
    real mu[4] = {0.9, 0.3, -0.3, -0.9}, w[4] = {0.3, 0.7, 0.7, 0.3}, phi[50];
    slab(50, 4, mu, w, fresh(50, 1), fresh(50, 1), phi);
    show("slab", 50, phi);
    float img[400];
    backproject(20, 6, 30, few(180), few(6), few(6), img);
    showf("backproject", 400, img);
}
static void living(void)
{
    int left[7] = {-1, -1, -1, -1, 0, 2, 4}, right[7] = {-1, -1, -1, -1, 1, 3, 5};
    real *partial[7], p[4][4], pi[4] = {0.1, 0.2, 0.3, 0.4};
    for (int v = 0; v < 7; v++) // S
        partial[v] = fresh(400, 1);
    for (int k = 0; k < 16; k++) // P
        p[k / 4][k % 4] = 0.1 + k * 0.01;
    tree t = {.nodes = 7, .sites = 100, .left = left, .right = right, .partial = partial};
    printf("likelihood %.6g\n", likelihood(&t, (const real (*)[4])p, pi));
    static char dna[1000], out[1000];
    for (int i = 0; i < 1000; i++) // S
        dna[i] = "ACGTN"[(int)(any() * 5)];
    long count[256];
    long words = kmers(dna, 1000, 4, count);
    printf("kmers %ld %ld\n", words, count[17]);
    printf("gc %.6g\n", gc(dna, 1000));
    reverse(dna, 1000, out);
    printf("reverse %.20s\n", out);
    int *score = malloc(101 * 81 * sizeof *score);
    printf("align %d\n", align(dna, 100, out, 80, score, 2, 1));
    real alpha[300], scale[100];
    hidden(100, 3, whole(100, 5), fresh(9, 1), fresh(15, 1), alpha, scale);
    show("hidden", 100, scale);
    patches e = {40, fresh(40, 1), fresh(40, 0.1), fresh(40, 0), fresh(40, 0), fresh(40, 0), fresh(40, 0)};
    epidemic(&e, fresh(1600, 0.1), 0.2, 0.1, 7);
    show("epidemic", 40, e.r);
    real then[60];
    disperse(20, 3, fresh(400, 0.1), fresh(60, 1), then);
    show("disperse", 60, then);
    int in[8][2], to[8][2];
    for (int r = 0; r < 8; r++) { // P
        in[r][0] = r % 5;
        in[r][1] = (r + 2) % 5;
        to[r][0] = (3 * r) % 5;
        to[r][1] = (r + 4) % 5;
    }
    real *y = fresh(200, 1);
    kinetics(40, 5, 8, y, (const int (*)[2])in, (const int (*)[2])to, fresh(8, 1), 0.1, 4);
    show("kinetics", 200, y);
}
static void numbers(void)
{
    cloud c = {.n = 200, .dim = 3, .k = 5, .x = fresh(600, 1), .which = whole(200, 5)};
    real *center = fresh(15, 1), sum[15];
    int count[5], changed = 0;
    for (int round = 0; round < 4; round++) // S
        changed += cluster(&c, center, sum, count);
    printf("cluster %d\n", changed);
    show("cluster", 15, center);
    biquad bq[2] = {{0.2, 0.3, 0.2, -0.5, 0.1}, {0.4, 0.1, 0.1, -0.3, 0.2}};
    real *x = fresh(600, 1);
    cascade(3, 200, x, bq, 2);
    show("cascade", 600, x);
    float y[500];
    fir(500, 16, few(500), few(16), y);
    showf("fir", 500, y);
    printf("decimate %d\n", decimate(500, 3, few(500), y));
    showf("decimate", 100, y);
    real track[10] = {0};
    long absorbed[10] = {0};
    printf("tally %.6g\n", tally(500, 10, track, absorbed));
    show("tally", 10, track);
    block coarse[2], fine[4];
    for (int b = 0; b < 2; b++) // S
        coarse[b] = (block){64, 0, fresh(64, 1), 0, 1};
    for (int b = 0; b < 4; b++) // S
        fine[b] = (block){64, 1, fresh(64, 1), b / 2, b != 1};
    prolong(fine, coarse, 4, 8);
    show("prolong", 64, fine[2].u);
    unsigned char mark[4];
    printf("flag %d\n", flag(fine, 4, 8, 0.9, mark));
    printf("binomial %.6g\n", binomial(50, 100, 105, 1.02, 0.51, 0.999, fresh(60, 1), fresh(60, 1)));
    unsigned char pix[300], wide[300];
    for (int i = 0; i < 300; i++) // P
        pix[i] = (i * 37 % 101) * (i % 3 != 0);
    image from = {20, 15, pix}, into = {20, 15, wide};
    dilate(&from, &into, 2);
    int d[300], total = 0;
    distance(&from, d);
    for (int i = 0; i < 300; i++) // R
        total += d[i] + wide[i];
    printf("picture %d\n", total);
    cell cells[9] = {{8, 0.5, 0.5, 0.5, {1, 2, 3, 4, 5, 6, 7, 8}, 0, 1}};
    for (int k = 1; k < 9; k++) // P
        cells[k] = (cell){1, k % 2 * 0.5 + 0.2, k / 2 % 2 * 0.5 + 0.3, k / 4 * 0.4 + 0.1, {-1, -1, -1, -1, -1, -1, -1, -1}, 1, 0.5};
    static real pos[30][3], acc[30][3];
    for (int i = 0; i < 30; i++) // P
        for (int k = 0; k < 3; k++) // P
            pos[i][k] = 0.1 * i + 0.03 * k;
    forces(30, (const real (*)[3])pos, acc, cells, 0, 0.5);
    show("forces", 90, acc[0]);
    table t = {20, fresh(20, 0), fresh(20, 1), fresh(20, 0)};
    for (int i = 0; i < 20; i++) // P
        t.x[i] = i * 0.05;
    lookup(&t, 100, fresh(100, 0.9), x);
    show("lookup", 100, x);
    real mean[4], cov[16], r[10];
    covariance(100, 4, fresh(400, 1), mean, cov);
    autocorrelation(100, fresh(100, 1), 10, r);
    show("covariance", 16, cov);
    show("autocorrelation", 10, r);
    unsigned key[4] = {1, 2, 3, 4};
    stream(key, 7, pix, 300);
    printf("adler %x\n", adler(pix, 288));
    unsigned char box[256];
    for (int i = 0; i < 256; i++) // P
        box[i] = (i * 7 + 3) & 255;
    chain(pix, 18, box, wide);
    printf("adler %x\n", adler(pix, 288));
}
static void ground(void)
{
    enum { N = 30 };
    int (*node)[3] = malloc(40 * sizeof *node), start[N + 1], *col = malloc(N * N * sizeof *col);
    for (int e = 0; e < 40; e++) // P
        for (int k = 0; k < 3; k++) // P
            node[e][k] = (e * 3 + k * 7 + e * k) % N;
    for (int i = 0; i <= N; i++) // P
        start[i] = i * N;
    for (int i = 0; i < N * N; i++) // P
        col[i] = i % N;
    matrix a = {N, start, col, fresh(N * N, 0)};
    real load[N] = {0};
    assemble(&a, 40, node, fresh(2 * N, 1), load);
    show("load", N, load);
    terrain t = {20, 15, fresh(300, 1), fresh(300, 0), whole(300, 1)};
    drain(&t);
    show("drain", 300, t.water);
    real gamma[8] = {0};
    int pairs[8] = {0};
    variogram(60, fresh(60, 1), fresh(60, 1), fresh(60, 1), 8, 0.1, gamma, pairs);
    show("variogram", 8, gamma);
    float out[200] = {0};
    overlap_add(9, 32, 16, few(288), few(32), out);
    compress(out, 200, 0.4, 0.05, 0.2);
    showf("sound", 200, out);
    column c = {10, 6, fresh(60, 1), fresh(60, 1), fresh(60, 1), fresh(10, 0)};
    for (int i = 0; i < 60; i++) { // P
        c.t[i] += 280;
        c.p[i] += 1000;
    }
    condense(&c, 1);
    show("condense", 10, c.rain);
    real *b = fresh(200, 1), *d = fresh(200, 1);
    for (int i = 0; i < 200; i++) // P
        b[i] += 3;
    batched(20, 10, fresh(200, 1), b, fresh(200, 1), d, fresh(200, 1));
    show("batched", 200, d);
    real power[40];
    printf("periodogram %d\n", periodogram(50, fresh(50, 10), d, 40, 0.1, 0.05, power));
    unsigned char good[200];
    printf("clip %d\n", clip(200, d, good, 1.5));
    float ratio[300] = {0};
    stalta(300, few(300), 5, 40, ratio);
    showf("stalta", 300, ratio);
}
int main(void)
{
    fields();
    living();
    numbers();
    ground();
    return 0;
}
