#include "crafts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grid_visibilities(const visibilities *s, uvgrid *g, int support);
void weigh(uvgrid *g);
int sweep_times(earth *e);
void straight_rays(const earth *e, int rays, const real *from, const real *to, real *restrict arrival);
void back_project(scan *s);
void project(scan *s);
void tube_step(tube *t, real dt);
void velocities(medium *m);
void stresses(medium *m);
void sponge(medium *m, int width);
void collide(fluid *s);
void stream(fluid *s);
void bounce(fluid *s);
void drainage(basin *b);
void inflow(basin *b, real *restrict got);
void rivers(basin *b, const int *order);
void columns(air *a, real dt, real *restrict path);
real trinomial(lattice *l);
int scan_profile(const profile *p, const char *seq, int n, real *best);
void dotplot(const char *a, int n, const char *b, int m, int window, unsigned char *restrict dots);
void align(const char *a, int n, const char *b, int m, int *h);
void kinetics(const mechanism *m, int cells, real *conc, real dt);
void traffic(road *r, int vmax, const real *chance);
void filter_bank(int channels, int n, const biquad *q, const float *restrict in, float *restrict out);
void overlap_add(int frames, int size, int hop, const float *frame, const float *window, float *restrict sound);
void hands(int poses, int joints, const real *angle, const real *arm, real (*restrict hand)[3]);
void spread(epidemic *e, real dt);
real peak_of(const epidemic *e, int *where);
void apportion(election *e, int seats, long *total);
void structure_factors(int hmax, int n, const atom *a, const real f[][4], real *restrict F);
void forward(layer *l, const float *in);
void backward(layer *l, const layer *next, const float *in);
float softmax(int n, float *x, int label);
real bits_needed(const unsigned char *p, size_t n, unsigned *pairs);
size_t runs(const unsigned char *p, size_t n, unsigned char *out);
void ephemeris(const orbit *o, int bodies, const real *when, int times, real *restrict xyz);
real films(int colours, int layers, const real *index, const real *thick, real *restrict reflected);
real mismatch(const grid_t *g, real *restrict dp, real *restrict dq);
void relax_angles(grid_t *g, const real *dp);
int pagerank(web *w, real damping, real eps, int most);
void sort_into_cells(gas *g);
real forces(gas *g, real cut);
int occurrences(const char *text, int n, const char *word, int m);
int most_alike(int docs, int terms, const float *tf, const float *idf, const float *question, float *restrict score);

static unsigned seed = 1;
static real any(void)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 8 & 0xffff) / 65536.;
}
static real *some(size_t n, real from, real to)
{
    real *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++) // S
        x[i] = from + (to - from) * any();
    return x;
}
static float *some_floats(size_t n)
{
    float *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++) // S
        x[i] = (float)any() - .5f;
    return x;
}
static void show(const char *name, const real *x, size_t n)
{
    real s = 0;
    for (size_t i = 0; i < n; i++) // R
        s += x[i] * (1 + i % 7);
    printf("%s %.6g\n", name, s);
}

int main(void)
{
    enum { N = 24, A = N * N };
    uvgrid uv = {N, N, 1, some(A, 0, 0), some(A, 0, 0), some(A, 0, 0)};
    visibilities vis = {60, some(60, -12, 12), some(60, -12, 12), some(60, -1, 1), some(60, -1, 1)};
    grid_visibilities(&vis, &uv, 2);
    weigh(&uv);
    show("uv", uv.re, A);
    earth e = {N, N, 1, malloc(N * sizeof(real *)), malloc(N * sizeof(real *))};
    for (int i = 0; i < N; i++) { // S
        e.slow[i] = some(N, 1, 2);
        e.time[i] = some(N, 90, 90);
    }
    e.time[5][5] = 0;
    int changed = 0;
    for (int i = 0; i < 4; i++) // S
        changed += sweep_times(&e);
    real *from = some(20, 2, 20), *to = some(20, 2, 20), arrival[10];
    straight_rays(&e, 10, from, to, arrival);
    show("rays", arrival, 10);
    scan sc = {12, 40, N, some(12 * 40, 0, 1), some(A, 0, 1)};
    back_project(&sc);
    show("image", sc.image, A);
    project(&sc);
    show("sino", sc.sino, 12 * 40);
    tube tb = {40, 2, 1, some(44, 1, 2), some(44, -1, 1), some(44, 2, 3), {some(44, 0, 0), some(44, 0, 0), some(44, 0, 0)}};
    for (int s = 0; s < 3; s++) // S
        tube_step(&tb, .1);
    show("tube", tb.ene, 44);
    medium m = {N, N, some(A, -1, 1), some(A, -1, 1), some(A, 0, 0), some(A, 0, 0), some(A, 0, 0), some(A, 1, 2), some(A, 1, 2), some(A, 1, 2), .01, 1};
    for (int s = 0; s < 3; s++) { // S
        velocities(&m);
        stresses(&m);
        sponge(&m, 4);
    }
    show("waves", m.sxy, A);
    fluid fl = {.nx = N, .ny = N, .tau = .8, .wall = calloc(A, 1)};
    for (int q = 0; q < 9; q++) { // S
        fl.f[q] = some(A, .1, .2);
        fl.g[q] = some(A, 0, 0);
    }
    for (int i = 0; i < N; i++) // P
        fl.wall[i] = 1;
    for (int s = 0; s < 3; s++) { // S
        collide(&fl);
        stream(&fl);
        bounce(&fl);
    }
    show("fluid", fl.f[3], A);
    basin ba = {N, N, some(A, 0, 100), calloc(A, 1), some(A, 0, 1), some(A, 0, 0)};
    int order[A];
    memset(ba.way, -1, A);
    for (int i = 0; i < A; i++) // P
        order[i] = i;
    drainage(&ba);
    real *got = some(A, 0, 0);
    inflow(&ba, got);
    rivers(&ba, order);
    show("inflow", got, A);
    show("rivers", ba.flow, A);
    air ai = {20, 16, some(320, 280, 300), some(320, .005, .02), some(320, 0, .001), some(320, 5e4, 1e5), some(20, 0, 0)};
    for (int k = 0; k < 16; k++) // P
        ai.p[k] = 1e5 - 5e3 * k;
    real *path = some(320, 0, 0);
    columns(&ai, 1, path);
    show("rain", ai.rain, 20);
    lattice la = {20, 1.05, 1 / 1.05, .001, 100, some(41, 0, 0), some(41, 0, 0)};
    printf("option %.6g\n", trinomial(&la));
    char dna[200];
    for (int i = 0; i < 200; i++) // S
        dna[i] = "ACGT"[(int)(4 * any())];
    profile pr = {8, 4, some(32, -1, 1)};
    real best;
    int where = scan_profile(&pr, dna, 200, &best);
    printf("%d %d %.6g\n", changed, where, best);
    unsigned char *dots = calloc(200 * 200, 1);
    dotplot(dna, 100, dna + 100, 100, 5, dots);
    int *h = calloc(101 * 101, sizeof *h), sum = 0;
    align(dna, 100, dna + 100, 100, h);
    for (int i = 0; i < 9900; i++) // R
        sum += dots[i] + h[i];
    int in[6][2], out[6][2];
    for (int r = 0; r < 6; r++) // P
        for (int k = 0; k < 2; k++) { // P
            in[r][k] = (r + 3 * k) % 8;
            out[r][k] = (r * 2 + k + 1) % 8;
        }
    mechanism me = {8, 6, some(6, 0, 1), in, out};
    real *conc = some(80, 0, 1);
    kinetics(&me, 10, conc, .1);
    show("kinetics", conc, 80);
    road ro = {100, 1, calloc(100, sizeof(int)), calloc(100, sizeof(int))};
    for (int i = 0; i < 100; i++) // P
        ro.v[i] = i % 3 ? -1 : 0;
    for (int s = 0; s < 5; s++) { // S
        real *chance = some(100, 0, 1);
        traffic(&ro, 5, chance);
        free(chance);
    }
    for (int i = 0; i < 100; i++) // R
        sum += ro.v[i] * (i % 5);
    biquad bq[3] = {{.1, .2, .1, -.5, .2}, {.2, .1, 0, .3, .1}, {1, 0, 0, .1, .1}};
    float *sound = some_floats(100), filtered[300], *frames = some_floats(160), *window = some_floats(16);
    filter_bank(3, 100, bq, sound, filtered);
    overlap_add(10, 16, 8, frames, window, sound);
    real angle[60], hand[20][3], arm[3] = {1, .5, .25}, tone = 0;
    for (int i = 0; i < 60; i++) // S
        angle[i] = any();
    hands(20, 3, angle, arm, hand);
    for (int i = 0; i < 100; i++) // R
        tone += sound[i] * 2 + filtered[i + 200];
    printf("%d %.5g %.6g\n", sum, tone, hand[7][1]);
    epidemic ep = {N, some(N, 90, 100), some(N, 1, 5), some(N, 0, 1), some(N, 0, 0), some(N, 0, 0), some(N, 0, 0), e.slow, .1, .05};
    for (int s = 0; s < 4; s++) // S
        spread(&ep, .1);
    real peak = peak_of(&ep, &where);
    printf("%.6g %d\n", peak, where);
    long votes[15], total[5];
    int seats[15];
    for (int i = 0; i < 15; i++) // P
        votes[i] = 100 + i * 37 % 211;
    election el = {5, 3, votes, seats};
    apportion(&el, 11, total);
    printf("%ld %d\n", total[2], seats[7]);
    atom at[6];
    for (int i = 0; i < 6; i++) // S
        at[i] = (atom){any(), any(), any(), 1, 2, i % 2};
    const real ff[2][4] = {{6, .3, 0, 0}, {8, .2, 0, 0}};
    real F[125];
    structure_factors(2, 6, at, ff, F);
    show("crystal", F, 125);
    layer l1 = {30, 20, some_floats(600), some_floats(20), some_floats(20), some_floats(20), some_floats(600), some_floats(20), some_floats(20)};
    layer l2 = {20, 5, some_floats(100), some_floats(5), some_floats(5), some_floats(5), some_floats(100), some_floats(5), some_floats(5)};
    float *input = some_floats(30);
    forward(&l1, input);
    forward(&l2, l1.a);
    float loss = softmax(5, l2.a, 2);
    backward(&l1, &l2, input);
    printf("%.4g %.4g\n", loss, l1.gw[77]);
    unsigned *pairs = calloc(65536, sizeof *pairs);
    unsigned char bytes[400], packed[800];
    for (int i = 0; i < 400; i++) // P
        bytes[i] = (unsigned char)(i / 7 % 5);
    real bits = bits_needed(bytes, 400, pairs);
    printf("%.6g %zu %u\n", bits, runs(bytes, 400, packed), pairs[1 << 8 | 2]);
    orbit or[3] = {{1, .01, .1, 0, .3, 1}, {1.5, .1, .05, 1, 2, .2}, {5, .05, .02, 2, 1, 3}};
    real when[10], xyz[90];
    for (int i = 0; i < 10; i++) // P
        when[i] = i * .7;
    ephemeris(or, 3, when, 10, xyz);
    show("orbits", xyz, 90);
    real index[4] = {1.38, 2.3, 1.38, 2.3}, thick[4] = {100, 60, 100, 60}, reflected[50];
    printf("%.6g\n", films(50, 4, index, thick, reflected));
    int start[N + 1], col[3 * N];
    for (int i = 0; i <= N; i++) // P
        start[i] = 3 * i;
    for (int i = 0; i < N; i++) // P
        for (int k = 0; k < 3; k++) // P
            col[3 * i + k] = (i + k * k) % N;
    grid_t gr = {N, start, col, some(3 * N, 0, 1), some(3 * N, -1, 0), some(N, 1, 1.1), some(N, 0, .1), some(N, -1, 1), some(N, -1, 1)};
    real dp[N], dq[N];
    printf("%.6g\n", mismatch(&gr, dp, dq));
    relax_angles(&gr, dp);
    show("angles", gr.va, N);
    int outs[N];
    for (int i = 0; i < N; i++) // P
        outs[i] = 0;
    for (int k = 0; k < 3 * N; k++) // H
        outs[col[k]]++;
    web w = {N, start, col, some(N, 1. / N, 1. / N), some(N, 0, 0), outs};
    int rounds = pagerank(&w, .85, 1e-6, 50);
    show("web", w.rank, N);
    gas ga = {60, 5, 5, some(60, 0, 5), some(60, 0, 5), some(60, 0, 0), some(60, 0, 0), calloc(25, sizeof(int)), calloc(60, sizeof(int))};
    sort_into_cells(&ga);
    real energy = forces(&ga, 1);
    float score[10], *tf = some_floats(200), *idf = some_floats(20), *question = some_floats(20);
    int doc = most_alike(10, 20, tf, idf, question, score);
    printf("%d %.6g %d %d\n", rounds, energy, occurrences(dna, 200, "AC", 2), doc);
    return 0;
}
