// RUN: %gantry cc -O2 --count --offload-arch=emulated %s -o %t && GANTRY_EMULATED_COUNTS=c.json GANTRY_PROFILE=p.json,p.txt %run_emulated32 %t && python3 %S/Inputs/needed.py p.json c.json \
// RUN:    rows=16 halves=8 pairs=16 columns=16 window=12 star3=16 box3=16 edges=16 down=16 second=16 third=24 whole_steps=16 mesh_steps=16 stored=16 table=16 inner=24 lower=4 guarded=16 matrices=0.8 squares=16 planes=48 particles=56 pushed=80 members=16 pointed=16 lower_triangle=9 upper_triangle=16 transposed_triangle=16 mirrored=16 downwards=16 wide_steps=16 trapezium=16 odd=2 constant_triangle=16 collapsed_triangle=16 rows_of_triangle=26 products=2.8 > said && test $(wc -l < said) = 37
// RUN: %gantry explain --all %s | grep -e '(function' -e '  bytes' > explained && %FileCheck %s < explained
// Formulas are the program's, whatever the number of teams, threads and lanes; the same in place.
// RUN: %gantry cc -O2 --offload-arch=emulated %s -o plain && OMP_TARGET_OFFLOAD=DISABLED GANTRY_PROFILE=h.json ./plain && python3 %S/Inputs/needed.py h.json c.json > /dev/null && grep -c '"operation":"host".*"read_bytes"' h.json | grep -qx 37
// The examples: to the byte.
// RUN: for p in 'poisson 40 30 --loops 3' 'heat 30 3' 'jacobi2d 20 30 3' 'saxpy_struct' 'levels/cg 6' 'levels/ideal 200 16' 'levels/laplace3d 12 13 14' 'levels/transpose3d 12 13 14' 'levels/su3 20' 'levels/interpolate3d 6 7 8' 'levels/sparse_matvec 6'; do \
// RUN:    set -- $p; %gantry cc -O2 --count --offload-arch=emulated %src/examples/$1.c -o x -lm && shift && rm -f c.json && GANTRY_EMULATED_COUNTS=c.json GANTRY_PROFILE=p.json,-moves %run_emulated32 ./x $* > out && python3 %S/Inputs/needed.py p.json c.json || exit 1; done > all
// RUN: test $(grep -c . all) -ge 25 && grep -E 'update_device.* 40 a point' all && grep -E 'norm_device.* 8.0[0-9]* a point' all && grep 'laplacian_device: (57408, 51072) bytes, counted (57408, 51072)' all
// TIMEOUT: 400
/* What a region must move, by formula: the same as is counted, to the byte; and where there is none, the reason. */
#include <stdlib.h>
enum { N = 40, M = 30, L = 12 };
static double a[N * M * L], b[N * M * L], s[N], fixed[N][M];
static float f[N * M];
static int chosen[N];

static void rows(long n, long m)
{
    // CHECK: function rows)
    // CHECK-NEXT: bytes reads 8*n*m, writes 8*n*m; 16 a point, 1 operations
#pragma omp target teams distribute parallel for collapse(2)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            b[i * m + j] = 2 * a[i * m + j];
}

static void halves(long n)
{
    // CHECK: function halves)
    // CHECK-NEXT: bytes reads 4*n, writes 4*n; 8 a point, 1 operations
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        f[2 * i] *= 3;
}

static void pairs(long n)
{ // every second element is read and every other stored
    // CHECK: function pairs)
    // CHECK-NEXT: bytes reads 8*n, writes 8*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        a[2 * i + 1] = a[2 * i];
}

static void columns(long n, long m)
{
    // CHECK: function columns)
    // CHECK-NEXT: bytes reads 8*m*n, writes 8*m*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long j = 0; j < m; j++)
        for (long i = 0; i < n; i++)
            b[j * n + i] = a[i * m + j];
}

static void window(long n)
{ // five neighbours of n elements
    // CHECK: function window)
    // CHECK-NEXT: bytes reads 4*n + 16, writes 8*n; 12 a point, 5 operations
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double sum = 0;
        for (long k = 0; k < 5; k++)
            sum += f[i + k];
        b[i] = sum;
    }
}

static double neighbours(const double *u, long m, long l, long at)
{
    return u[at - 1] + u[at + 1] + u[at - l] + u[at + l] + u[at - m * l] + u[at + m * l];
}

static void star3(long n, long m, long l)
{ // through a function
    // CHECK: function star3)
    // CHECK-NEXT: bytes reads {{.*}} writes {{.*}}; 16 a point, 5 operations
#pragma omp target teams distribute parallel for collapse(3)
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < m - 1; j++)
            for (long k = 1; k < l - 1; k++)
                b[(i * m + j) * l + k] = neighbours(a, m, l, (i * m + j) * l + k);
}

static void box3(long n, long m, long l)
{ // 27 neighbours
    // CHECK: function box3)
    // CHECK-NEXT: bytes reads 8*n*m*l, writes
#pragma omp target teams distribute parallel for collapse(2)
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < m - 1; j++)
            for (long k = 1; k < l - 1; k++) {
                double sum = 0;
                for (int x = -1; x <= 1; x++)
                    for (int y = -1; y <= 1; y++)
                        for (int z = -1; z <= 1; z++)
                            sum += a[((i + x) * m + j + y) * l + k + z];
                b[(i * m + j) * l + k] = sum;
            }
}

static void edges(long n)
{ // conditions that leave out ends
    // CHECK: function edges)
    // CHECK-NEXT: bytes reads 8*n, writes 8*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        b[i] = a[i] + (i > 0 ? a[i - 1] : 0) + (i < n - 1 ? a[i + 1] : 0);
}

static void down(long n)
{
    // CHECK: function down)
    // CHECK-NEXT: bytes reads 8*n, writes 8*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = n - 1; i >= 0; i--)
        b[n - 1 - i] = a[i];
}

static void second(long n)
{ // steps: a count of iterations that is a quotient
    // CHECK: function second)
    // CHECK-NEXT: bytes reads 8*((n + 1)/2), writes 8*((n + 1)/2); 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i += 2)
        b[i] = a[i];
}

static void third(long n)
{ // downwards, and neighbours of what is left out
    // CHECK: function third)
    // CHECK-NEXT: bytes reads 16*((n + 2)/3), writes 8*((n + 2)/3); 24 a point
#pragma omp target teams distribute parallel for
    for (long i = n; i > 0; i -= 3)
        b[i] = a[i] + a[i + 1];
}

static void whole_steps(long n)
{ // a step that divides what is known
    // CHECK: function whole_steps)
    // CHECK-NEXT: bytes reads 8*n - 8, writes 8*n - 8; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 3; i <= 4 * n - 4; i += 4)
        b[i] = a[i];
}

static void mesh_steps(long n, long m)
{ // red points of every third row
    // CHECK: function mesh_steps)
    // CHECK-NEXT: bytes reads 8*((n + 2)/3)*(m/2), writes 8*((n + 2)/3)*(m/2); 16 a point
#pragma omp target teams distribute parallel for collapse(2)
    for (long i = 0; i < n; i += 3)
        for (long j = 1; j < m; j += 2)
            b[i * m + j] = a[i * m + j];
}

static void stored(long n)
{ // what it has just stored it need not read
    // CHECK: function stored)
    // CHECK-NEXT: bytes reads 8*n, writes 8*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        b[i] = a[i] + 1;
        b[i] = b[i] * b[i];
    }
}

static void table(void)
{ // known at compile time
    // CHECK: function table)
    // CHECK-NEXT: bytes reads 9600, writes 9600; 16 a point, 1 operations
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            fixed[i][j] += 1;
}

static void inner(long n, long m)
{ // s[i] is read and stored once, whatever the inner loop does
    // CHECK: function inner)
    // CHECK-NEXT: bytes reads 16*n*m + 8*n, writes 8*n*m + 8*n; 24 a point, 3 operations
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) {
            b[i * m + j] += a[i * m + j];
            s[i] = s[i] + 2. * a[i * m + j];
        }
}

static void lower(long n)
{ // it begins elsewhere, and ends at a constant
    // CHECK: function lower)
    // CHECK-NEXT: bytes reads 0, writes -4*n + 120; 4 a point
#pragma omp target teams distribute parallel for
    for (long i = n; i < M; i++)
        chosen[i] = (int)i;
}

static void guarded(long n)
{ // more iterations than elements
    // CHECK: function guarded)
    // CHECK-NEXT: bytes reads 8*n - 24, writes 8*n - 24;
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n + 7; i++)
        if (i >= 3 && i < n)
            b[i] = a[i];
}

/* Arrays of variable length: rows are as long as their declaration says. */
static void matrices(int n, double x[n][n], double y[n][n], double z[n][n])
{
    // CHECK: function matrices)
    // CHECK-NEXT: bytes reads 16*n*n, writes 8*n*n
#pragma omp target teams distribute parallel for collapse(2) map(to: x[:n], y[:n]) map(from: z[:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += x[i][k] * y[k][j];
            z[i][j] = sum;
        }
}

static void squares(int n, int m, double (*x)[n][m], double (*y)[n][m])
{
    // CHECK: function squares)
    // CHECK-NEXT: bytes reads 8*n*n*m, writes 8*n*n*m; 16 a point
#pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                y[i][j][k] = x[i][j][k];
}

static void planes(int n, double (*x)[n][3], double (*y)[n + 1][3])
{
    // CHECK: function planes)
    // CHECK-NEXT: bytes reads 24*n*n, writes 24*n*n; 48 a point
#pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 3; k++)
                y[i][j][k] = x[i][j][k];
}

/* Members are objects of their own. */
struct particle {
    double mass, at[3], speed[3];
    struct {
        float x, y;
    } spin;
};
static struct particle *cloud;
static void particles(struct particle *p, long n)
{
    // CHECK: function particles)
    // CHECK-NEXT: bytes reads 32*n, writes 24*n; 56 a point
#pragma omp target teams distribute parallel for map(tofrom: p[:n])
    for (long i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            p[i].speed[k] += .5 * p[i].mass;
}

static void push(struct particle *q, double dt)
{
    for (int k = 0; k < 3; k++)
        q->at[k] += dt * q->speed[k];
    q->spin.y = 1;
    q->spin.x = 2;
}

static void pushed(struct particle *p, long n)
{
    // CHECK: function pushed)
    // CHECK-NEXT: bytes reads 48*n, writes 32*n; 80 a point
#pragma omp target teams distribute parallel for map(tofrom: p[:n])
    for (long i = 0; i < n; i++)
        push(&p[i], .1);
}

struct field {
    long n;
    double *from, *to;
};
static void members(struct field g)
{ // 16 bytes of pointers and 8 of its length
    // CHECK: function members)
    // CHECK-NEXT: bytes reads 8*g.n + 24, writes 8*g.n; 16 a point
#pragma omp target teams distribute parallel for map(to: g.from[:g.n]) map(from: g.to[:g.n])
    for (long i = 0; i < g.n; i++)
        g.to[i] = g.from[i];
}

static void pointed(struct field *g)
{
    // CHECK: function pointed)
    // CHECK-NEXT: bytes reads 8*g->n + 24, writes 8*g->n; 16 a point
#pragma omp target teams distribute parallel for map(to: g[:1], g->from[:g->n]) map(from: g->to[:g->n])
    for (long i = 0; i < g->n; i++)
        g->to[i] = g->from[i];
}

/* Triangles: rows that grow, and shrink. */
static void lower_triangle(long n)
{
    // CHECK: function lower_triangle)
    // CHECK-NEXT: bytes reads 4*n*n + 12*n, writes 8*n; 8 a point, 2 operations
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double sum = 0;
        for (long j = 0; j <= i; j++)
            sum += a[i * n + j] * s[j];
        b[i] = sum;
    }
}

static void upper_triangle(long n)
{ // without the diagonal: n - 1 rows, and as many elements of s
    // CHECK: function upper_triangle)
    // CHECK-NEXT: bytes reads 4*n*n + 4*n - 8, writes 4*n*n - 4*n; 16 a point, 1 operations
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = i + 1; j < n; j++)
            b[i * n + j] = a[i * n + j] * s[j];
}

static void transposed_triangle(long n)
{ // both by columns; from the diagonal on
    // CHECK: function transposed_triangle)
    // CHECK-NEXT: bytes reads 4*n*n + 4*n, writes 4*n*n + 4*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = i; j < n; j++)
            b[j * n + i] = a[j * n + i];
}

static void mirrored(long n)
{ // stored across
    // CHECK: function mirrored)
    // CHECK-NEXT: bytes reads 4*n*n - 4*n, writes 4*n*n - 4*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 1; i < n; i++)
        for (long j = 0; j < i; j++)
            b[j * n + i] = a[i * n + j];
}

static void downwards(long n)
{
    // CHECK: function downwards)
    // CHECK-NEXT: bytes reads 4*n*n + 4*n, writes 4*n*n + 4*n; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = n - 1; i >= 0; i--)
        for (long j = i; j >= 0; j--)
            b[i * n + j] = a[i * n + j];
}

static void wide_steps(long n, long m)
{ // every second element, from the sixth on, of rows that grow by two
    // CHECK: function wide_steps)
    // CHECK-NEXT: bytes reads 4*n*n - 20*n + 24, writes 4*n*n - 20*n + 24; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 5; j < 2 * i; j += 2)
            b[i * m + j] = a[i * m + j];
}

static void trapezium(long n, long m, long l)
{ // its first row has m
    // CHECK: function trapezium)
    // CHECK-NEXT: bytes reads {{.*}} writes {{.*}}; 16 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i + m; j++)
            b[i * l + j] = a[i * l + j];
}

static void products(long n, long m)
{ // rows with themselves: those of a twice, a triangle of b
    // CHECK: function products)
    // CHECK-NEXT: bytes reads 4*n*n + 8*n*m + 4*n, writes 4*n*n + 4*n, 2 operations
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++) {
            double sum = 0;
            for (long k = 0; k < m; k++)
                sum += a[i * m + k] * a[j * m + k];
            b[i * n + j] += sum;
        }
}

static void odd(long n)
{ // of single bytes: half of an even number
    // CHECK: function odd)
    // CHECK-NEXT: bytes reads (n*n + n)/2, writes (n*n + n)/2; 2 a point
    char *x = (char *)a, *y = (char *)b;
#pragma omp target teams distribute parallel for map(to: x[:n * n]) map(from: y[:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++)
            y[i * n + j] = x[i * n + j];
}

static void constant_triangle(void)
{
    // CHECK: function constant_triangle)
    // CHECK-NEXT: bytes reads 3720, writes 3720; 16 a point, 1 operations
#pragma omp target teams distribute parallel for
    for (int i = 0; i < M; i++)
        for (int j = i; j < M; j++)
            fixed[i][j] *= 2;
}

static void collapsed_triangle(long n)
{
    // CHECK: function collapsed_triangle)
    // CHECK-NEXT: bytes reads 4*n*n + 4*n, writes 4*n*n + 4*n; 16 a point
#pragma omp target teams distribute parallel for collapse(2)
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++)
            b[i * n + j] = a[i * n + j];
}

static void rows_of_triangle(long n)
{ // what only the rows decide: those that have elements
    // CHECK: function rows_of_triangle)
    // CHECK-NEXT: bytes reads 12*n*n - 12*n, writes 8*n - 8;
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            b[i] = a[i * 3 * n + 3 * j] + a[i * 3 * n + 3 * j + 1] + a[i * 3 * n + 3 * j + 2];
}

static void both_triangles(long n)
{ // which share the diagonal, and are no regular shape together
    // CHECK: function both_triangles)
    // CHECK-NEXT: bytes line {{.*}}[GR905]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++)
            b[i * n + j] = a[i * n + j] + a[j * n + i];
}

static void two_triangles(long n)
{ // one upside down
    // CHECK: function two_triangles)
    // CHECK-NEXT: bytes line {{.*}}[GR905]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++)
            b[i * n + j] = a[i * n + j] + a[(n - 1 - i) * n + j];
}

static void pyramid(long n)
{
    // CHECK: function pyramid)
    // CHECK-NEXT: bytes line [[#@LINE+4]]: {{.*}}a triangle in a triangle [GR908]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            for (long k = 0; k < j; k++)
                b[(i * n + j) * n + k] = 1;
}

static void two_sides(long n)
{ // by the same loop
    // CHECK: function two_sides)
    // CHECK-NEXT: bytes line [[#@LINE+4]]: {{.*}}[GR908]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++)
            for (long k = i; k < n; k++)
                b[(i * n + j) * n + k] = 1;
}

static void cut_triangle(long n)
{
    // CHECK: function cut_triangle)
    // CHECK-NEXT: bytes line {{.*}}[GR901]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            if (j > 3)
                b[i * n + j] = 1;
}

/* ---- where nothing is known ---- */
static void whole(struct particle *p, long n)
{ // a structure, and a member of it
    // CHECK: function whole)
    // CHECK-NEXT: bytes line {{.*}}[GR902]
#pragma omp target teams distribute parallel for map(tofrom: p[:n])
    for (long i = 0; i < n; i++) {
        p[i] = p[0];
        p[i].mass = 1;
    }
}

static void changed(struct field *g)
{ // the bound is the region's
    // CHECK: function changed)
    // CHECK-NEXT: bytes line {{.*}}[GR903]
#pragma omp target map(tofrom: g[:1])
    for (long i = 0; i < g->n; i++)
        g->n = i;
}

static void unmapped(struct field *g)
{ // g may be the device's
    // CHECK: function unmapped)
    // CHECK-NEXT: bytes line {{.*}}[GR903]
#pragma omp target is_device_ptr(g)
    for (long i = 0; i < g->n; i++)
        g->to[i] = 0;
}

static void branch(long n)
{
    // CHECK: function branch)
    // CHECK-NEXT: bytes line {{[0-9]+}}: {{.*}}[GR901]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        if (chosen[i])
            b[i] = a[i];
}

static void gather(long n)
{
    // CHECK: function gather)
    // CHECK-NEXT: bytes line {{.*}}[GR902]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        b[i] = a[chosen[i]];
}

static void rows_of_lists(long n)
{
    // CHECK: function rows_of_lists)
    // CHECK-NEXT: bytes line {{[0-9]+}}: {{.*}}[GR903]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (int k = 0; k < chosen[i]; k++)
            b[i] += a[k];
}

#pragma omp declare target
void other(double *p)
{
    if (*p > 1)
        return;
    *p = 2;
}
#pragma omp end declare target
static void calls(long n)
{
    // CHECK: function calls)
    // CHECK-NEXT: bytes line {{.*}}[GR904]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        other(&b[i]);
}

static void overlap(long n, long m)
{ // rows and columns of one array
    // CHECK: function overlap)
    // CHECK-NEXT: bytes line {{.*}}[GR905]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] + a[j * n + i];
}

static void again(long n)
{ // b[i - 1] may be what another iteration has stored
    // CHECK: function again)
    // CHECK-NEXT: bytes line {{.*}}[GR906]
#pragma omp target teams distribute parallel for
    for (long i = 1; i < n; i++) {
        b[i] = a[i];
        s[0] = b[i - 1] * 0;
    }
}

static void atomics(long n)
{
    // CHECK: function atomics)
    // CHECK-NEXT: bytes line {{.*}}[GR907]
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
#pragma omp atomic
        s[i % 7] += 1;
}

/* The same memory under two names: there is a formula, and it does not hold. */
static void names(long n, const double *x, const double *y, double *z)
{
    // CHECK: function names)
    // CHECK-NEXT: bytes reads 16*n, writes 8*n; 24 a point
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        z[i] = x[i] * y[i];
}

/* Too few iterations for its formula */
static void few(long n, long m)
{
    // CHECK: function few)
    // CHECK-NEXT: bytes reads
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        b[i] = a[i] + a[i + 10];
    (void)m;
}

int main(void)
{
    struct particle some[N] = {{.mass = 1}};
    cloud = some;
#pragma omp target data map(tofrom : a, b, s, f, fixed, chosen, some)
    {
        rows(N, M);
        halves(100);
        pairs(100);
        columns(N, M);
        window(100);
        star3(N, M, L);
        box3(N, M, L);
        edges(100);
        down(100);
        second(101), second(100);
        third(100), third(101), third(102);
        whole_steps(20);
        mesh_steps(N, M), mesh_steps(N - 1, M - 1);
        stored(100);
        table();
        inner(N, M);
        lower(4);
        guarded(100);
        branch(N);
        gather(N);
        rows_of_lists(N);
        calls(N);
        overlap(N, M);
        again(N);
        atomics(N);
        names(N, a, a + 3, b);
        few(5, 1);
        lower_triangle(M), lower_triangle(1);
        upper_triangle(M), upper_triangle(2);
        transposed_triangle(M), mirrored(M), downwards(M), collapsed_triangle(M), collapsed_triangle(5);
        wide_steps(20, N), trapezium(9, 4, 50), products(M, 7), constant_triangle(), rows_of_triangle(9);
        both_triangles(9), two_triangles(8), pyramid(5), two_sides(5), cut_triangle(9);
        particles(cloud, N);
        pushed(cloud, N);
        whole(cloud, 1);
    }
    struct field g = {N, a, b};
    odd(7), odd(10);
    matrices(M, (double(*)[M])a, (double(*)[M])b, (double(*)[M])fixed);
    squares(L, 10, (double(*)[L][10])a, (double(*)[L][10])b);
    planes(9, (double(*)[9][3])a, (double(*)[10][3])b);
    members(g);
    pointed(&g);
    if (g.n < 0) {
        changed(&g);
        unmapped(&g);
    }
    return 0;
}
