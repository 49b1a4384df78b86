// Sections of interleaved components and of three sizes, structures of the function's own, rows by a leading dimension in a loop, copies by memcpy;
// and why data is copied each time.
// RUN: sed '/CHECK\|RUN\|WHY/d' %s > source.c
// RUN: %gantry annotate --least-work=0 --explain source.c -o written.c > why
// RUN: %FileCheck %s < written.c
// RUN: %FileCheck %s --check-prefix=WHY < why
// RUN: %gantry annotate --least-work=0 --json source.c | grep -c '"copied": \[{"line": [0-9]*, "name": ' | grep -x 4
// RUN: %gantry annotate --least-work=0 --to=openacc source.c -o acc.c && %gcc -fopenacc -foffload=disable -c acc.c && grep -q 'acc parallel loop' acc.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -O1 -Wall -Werror -fopenmp written.c -o clang && ./clang | cmp - want
// RUN: %gantry cc -O1 -Wall -Wextra -Werror --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry | cmp - want
// RUN: %gantry check --offload-arch=emulated written.c > out 2> found && cmp out want && grep -q 'nothing found' found
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK-LABEL: static void gray(
// CHECK: collapse(2)
// CHECK-NEXT: map(to: img[0:(w >= 1) && (h >= 1) ? 3 * (long)h * w : 0])
// CHECK-NEXT: map(from: out[0:(w >= 1) && (h >= 1) ? (long)h * w : 0])
static void gray(int w, int h, const unsigned char *restrict img, unsigned char *restrict out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const unsigned char *p = img + 3 * (y * w + x);
            out[y * w + x] = (unsigned char)((p[0] + p[1] + p[2]) / 3);
        }
}

// All four components are set: nothing is brought.
// CHECK-LABEL: static void fill(
// CHECK: map(from: img[0:(w >= 1) && (h >= 1) ? 4 * (long)h * w : 0])
static void fill(int w, int h, unsigned char *restrict img)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            img[(y * w + x) * 4] = (unsigned char)x;
            img[(y * w + x) * 4 + 1] = (unsigned char)y;
            img[(y * w + x) * 4 + 2] = 1;
            img[(y * w + x) * 4 + 3] = 255;
        }
}

// Every second element: what lies between is kept.
// CHECK-LABEL: static void even(
// CHECK: map(tofrom: img[0:(w >= 1) && (h >= 1) ? 2 * (long)h * w - 1 : 0])
static void even(int w, int h, unsigned char *restrict img)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            img[2 * y * w + 2 * x] = (unsigned char)(x + y);
}

// Not those that go beyond their rows: these meet others.
// CHECK-LABEL: void beyond(
// CHECK-NOT: #pragma omp target
// CHECK: }
void beyond(int w, int h, unsigned char *restrict img)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 6; c++)
                img[(y * w + x) * 5 + c] += (unsigned char)c;
}

// CHECK-LABEL: static void heat(
// CHECK: collapse(3)
// CHECK-NEXT: map(to: in[nx + 1:((nx >= 3) && (ny >= 3)) && (nz >= 3) ? (long)nz * ny * nx - 2 * nx - 2 : 0])
static void heat(int nx, int ny, int nz, const double *restrict in, double *restrict out)
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++)
                out[(k * ny + j) * nx + i] = in[((k + 1) * ny + j) * nx + i] + in[((k - 1) * ny + j) * nx + i];
}

// Each test holds for all steps, so that the matrix stays on the device between them.
// CHECK-LABEL: static void lu(
// CHECK: #pragma omp target data if({{.*}}lda >= n{{.*}})
// CHECK-NEXT: map(tofrom: a[0:(long)n * lda + n - lda])
// CHECK: for (int k
// CHECK: if (lda {{.*}}>= n
// CHECK: #pragma omp target teams distribute parallel for
// CHECK: if (lda {{.*}}>= n
// CHECK: #pragma omp target teams distribute parallel for collapse(2)
static void lu(int n, int lda, double *a)
{
    for (int k = 0; k < n - 1; k++) {
        for (int i = k + 1; i < n; i++)
            a[i * lda + k] = a[i * lda + k] / a[k * lda + k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i * lda + j] = a[i * lda + j] - a[i * lda + k] * a[k * lda + j];
    }
}

// What the loop that knows nothing of its function's callers copies, and why.
// WHY: copied a, each time: the host touches it in between, {{.*}} line [[#]] [GL611]
static double moving(int n, double *restrict a, double *b, double *c)
{
    double sum = 0;
    for (int t = 0; t < 4; t++) {
        for (int i = 0; i < n; i++)
            a[i] = a[i] / 2;
        b = a[t] > 2 ? c : b;
        for (int i = 0; i < n; i++)
            b[i] = b[i] * 2;
        sum += b[1];
    }
    return sum;
}

// What the host stores to all of is not brought before, and what it reads not sent after.
// CHECK-LABEL: static double relax(
// CHECK: for (int t
// CHECK: #pragma omp target update from(v[0:m])
// CHECK-NEXT: memcpy
// CHECK-NEXT: #pragma omp target update to(u[0:m])
// CHECK-NEXT: }
static double relax(void)
{
    int m = 64;
    double *u = malloc(m * sizeof *u), *v = malloc(m * sizeof *v);
    for (int i = 0; i < m; i++) {
        u[i] = i;
        v[i] = 0;
    }
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < m - 1; i++)
            v[i] = (u[i - 1] + u[i + 1]) / 2;
        memcpy(u, v, m * sizeof *u);
    }
    return u[7];
}

struct field {
    int nx, ny;
    double *a, *b;
};

int main(int argc, char **argv)
{
    (void)argv;
    int w = 12, h = 9, n = argc > 1 ? 50 : 40;
    unsigned char *img = calloc(w * h * 5 + 1, 1), *out = calloc(w * h, 1);
    // The structure and what its members lead to.
    // CHECK: struct field f;
    // CHECK: collapse(2) map(to: f)
    // CHECK-NEXT: map(from: f.a[0:n >= 1 ? (long)n * n : 0])
    struct field f;
    f.nx = f.ny = n;
    f.a = malloc(n * n * sizeof(double));
    f.b = malloc(n * n * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f.a[i * n + j] = i == j ? n : 1 + (i + j) % 3;
    // CHECK: map(to: f, f.a[0:
    // CHECK-NEXT: map(from: f.b[0:
    for (int i = 0; i < f.nx; i++)
        for (int j = 0; j < f.ny; j++)
            f.b[i * f.ny + j] = f.a[i * f.ny + j] * 2;
    fill(w, h, img);
    even(w, h, img);
    gray(w, h, img, out);
    beyond(w, h, img);
    heat(10, 8, n * n / 80, f.a, f.b);
    lu(n, n, f.b);
    long sum = 0;
    for (int i = 0; i < w * h; i++)
        sum += out[i] + img[i * 2] * 3;
    printf("%ld %.9g %.9g", sum, f.b[3 * n + 5], relax());
    printf(" %.9g\n", moving(n, f.a, f.b, f.b + n));
    return 0;
}
