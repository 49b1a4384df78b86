/* What the functions of the files beside this one work on. */
#ifndef SCIENCES_H
#define SCIENCES_H
typedef double real;

typedef struct { int nx, ny; real **ez, **hx, **hy; real dt, eps, mu; real *damp; } yee;
typedef struct { int nx, ny; real *f, *next; unsigned char *solid; real omega; } gas;
typedef struct { int nodes, sites; int *left, *right; real *len; real **partial; } tree;
typedef struct { real x, y, z, r; } ball;
typedef struct { int rows; int *start, *col; real *val; } matrix;
typedef struct { int n, dim, k; real *x; int *which; } cloud;
typedef struct { real b0, b1, b2, a1, a2; } biquad;
typedef struct { int n, level; real *u; int parent, active; } block;
typedef struct { int w, h; unsigned char *pix; } image;
typedef struct { real m, x, y, z; int child[8]; int leaf; real size; } cell;
typedef struct { int nx, ny, ng; real *u[4]; real *flux[4]; real dx, gamma; } flow;
typedef struct { int n; real *x, *y, *slope; } table;
typedef struct { int nx, ny; real *z; real *water; int *to; } terrain;
typedef struct { int columns, levels; real *t, *q, *p; real *rain; } column;
typedef struct { int n; real *s, *i, *r, *s2, *i2, *r2; } patches;

void fdtd(yee *g, int steps);
void boltzmann(gas *g, int steps);
real likelihood(tree *t, const real p[4][4], const real pi[4]);
void march(int w, int h, float *depth, const ball *b, int n);
void assemble(matrix *a, int elements, int (*node)[3], const real *xy, real *load);
int cluster(cloud *c, real *center, real *sum, int *count);
void cascade(int channels, int n, real *x, const biquad *bq, int stages);
void fir(int n, int taps, const float *x, const float *h, float *y);
int decimate(int n, int factor, const float *x, float *y);
real tally(long particles, int bins, real *track, long *absorbed);
void prolong(block *fine, const block *coarse, int nb, int m);
int flag(const block *b, int nb, int m, real limit, unsigned char *mark);
real binomial(int n, real s, real k, real up, real p, real disc, real *v, real *w);
void dilate(const image *in, image *out, int r);
void distance(const image *in, int *d);
long kmers(const char *dna, long n, int k, long *count);
real gc(const char *dna, long n);
void reverse(const char *dna, long n, char *out);
int align(const char *a, int n, const char *b, int m, int *score, int match, int gap);
void hidden(int n, int states, const int *seen, const real *trans, const real *emit, real *alpha, real *scale);
void forces(int n, const real (*pos)[3], real (*acc)[3], const cell *c, int root, real theta);
real plaquette(int sites, const real (*u)[4][3][3], const int (*next)[4]);
real gas_step(flow *f, real cfl);
void lookup(const table *t, int n, const real *x, real *y);
void covariance(int n, int d, const real *x, real *mean, real *cov);
void autocorrelation(int n, const real *x, int lags, real *r);
void stream(const unsigned key[4], unsigned long from, unsigned char *text, long n);
unsigned adler(const unsigned char *p, long n);
void chain(unsigned char *text, long blocks, const unsigned char *box, const unsigned char *iv);
void drain(terrain *t);
void variogram(int n, const real *x, const real *y, const real *v, int bins, real width, real *gamma, int *pairs);
void overlap_add(int frames, int size, int hop, const float *spec, const float *win, float *out);
void compress(float *x, int n, float attack, float release, float threshold);
void slab(int cells, int angles, const real *mu, const real *w, const real *sigma, const real *source, real *phi);
void condense(column *c, real dt);
void kinetics(int cells, int species, int reactions, real *y, const int (*in)[2], const int (*out)[2], const real *rate, real dt, int sub);
void batched(int systems, int n, const real *a, const real *b, const real *c, real *d, real *scratch);
void backproject(int n, int angles, int bins, const float *sino, const float *cosine, const float *sine, float *img);
int periodogram(int n, const real *t, const real *y, int freqs, real f0, real df, real *power);
int clip(int n, const real *y, unsigned char *good, real k);
void stalta(int n, const float *x, int ns, int nl, float *ratio);
void epidemic(patches *p, const real *mix, real beta, real g, int days);
void disperse(int patches, int species, const real *move, const real *now, real *then);
#endif
