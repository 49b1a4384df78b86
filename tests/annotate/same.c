// Loops whose result may be one of their operands are parallel where it is the same pointer, too; where pieces of memory
// overlap in any other way they are not.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate source.c -o sized.c && %FileCheck --check-prefix=CHECK-SIZED %s < sized.c
// RUN: %gantry annotate --explain source.c | %FileCheck --check-prefix=CHECK-EXPLAIN %s
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated sized.c -o sized && %run_emulated32 ./sized | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stdio.h>
enum { N = 60, MOST = 5000 };
static double block[3 * MOST];

// CHECK-LABEL: static void sum_of(
// CHECK: if ((x == w || apart(x, x + n, w, w + n)) && (y == w || apart({{.*}})) &&
// CHECK-NEXT: (x == y || apart(x, x + n, y, y + n))) {
// CHECK-NEXT: #pragma omp target data if(x == w || y == w) map(tofrom: w[0:n > 0 ? n : 0])
// CHECK-NEXT: #pragma omp target teams distribute parallel for map(to: x[0:n > 0 ? n : 0], y[0:n > 0 ? n : 0])
// CHECK-EXPLAIN: parallel under a test
// CHECK-EXPLAIN-NEXT: test x and w are the same or do not overlap
static void sum_of(int n, double a, const double *x, double b, const double *y, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

// CHECK-LABEL: static double move(
// CHECK: if (x == w || apart(x, x + n, w, w + n)) {
// CHECK-NEXT: target data if(x == w) map(tofrom: w[0:
static double move(int n, const double *x, double *w)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double t = 2 * x[i];
        w[i] += t;
        sum += t;
    }
    return sum;
}

// CHECK-LABEL: static void where_positive(
// CHECK: (x == w ||
static void where_positive(int n, const double *x, double *w)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            w[i] = -x[i];
}

/* the inner loop shares the directive, or is for lanes */
// CHECK-LABEL: static void rows_of(
// CHECK: (x == w ||
// CHECK: collapse(2)
static void rows_of(int n, const double *x, double *w)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            w[i * 10 + j] = x[i * 10 + j] + 1;
}

/* … and is serial where they are the same */
// CHECK-LABEL: static void along(
// CHECK-NOT: x == w
static void along(int n, const double (*x)[10], double (*w)[10])
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < 10; j++)
            w[i][j] = x[i][j - 1] + 1;
}

// CHECK-LABEL: static void shifted(
// CHECK-NOT: x == w
// CHECK-LABEL: static void stencil(
static void shifted(int n, const double *x, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] = x[i + 1];
}

// CHECK-NOT: x == w
// CHECK-LABEL: static void turned(
static void stencil(int n, const double *x, double *w)
{
    for (int i = 1; i < n - 1; i++)
        w[i] = x[i - 1] + x[i] + x[i + 1];
}

// CHECK-NOT: x == w
// CHECK-LABEL: static void first(
static void turned(int n, const double *x, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] = x[n - 1 - i];
}

// CHECK-NOT: x == w
// CHECK-LABEL: static void less(
static void first(int n, const double *x, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] += x[i] * x[0];
}

/* sections of two lengths */
// CHECK-NOT: x == w
// CHECK-LABEL: static void other_type(
static void less(int n, int m, const double *x, double *w)
{
    for (int i = 0; i < n; i++) {
        w[i] = 1;
        if (i < m)
            w[i] += x[i];
    }
}

// CHECK-NOT: x == w
// CHECK-LABEL: static void both(
static void other_type(int n, const long *x, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] = (double)(x[i] & 7);
}

/* two that are stored to */
// CHECK-NOT: v == w
// CHECK-LABEL: static double twice(
static void both(int n, double *v, double *w)
{
    for (int i = 0; i < n; i++) {
        v[i] = w[i] + 1;
        w[i] = v[i] * 2;
    }
}

/* What stays on the device around loops stays where they are apart alone. */
// CHECK: target enter data {{.*}}if(
// CHECK: (x == w || apart(
static double twice(int n, const double *x, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] = x[i] / 2 + 1;
    double t = w[n / 2];
    for (int i = 0; i < n; i++)
        w[i] += x[i] * t;
    return t + x[n / 3];
}

// CHECK-SIZED-LABEL: void alone(
// CHECK-SIZED: target data if((x == w || y == w) && n > [[LEAST:[0-9]+]])
// CHECK-SIZED-NEXT: parallel for if(n > [[LEAST]])
void alone(int n, const float *x, const float *y, float *w)
{
    for (int i = 0; i < n; i++)
        w[i] = x[i] - y[i];
}

static void fill(void)
{
    for (int i = 0; i < 3 * MOST; i++)
        block[i] = (i * 7) % 23 - 11;
}

static void show(const char *name, double more)
{
    double sum = more;
    for (volatile int i = 0; i < 3 * MOST; i++)
        sum += block[i] * (i % 17 + 1);
    printf("%s %.6f\n", name, sum);
}

static void run(int n, double *x, double *y, double *w)
{
    fill();
    sum_of(n, 2, x, 3, y, w);
    show("sum_of", 0);
    fill();
    show("move", move(n, x, w));
    fill();
    where_positive(n, x, w);
    show("where_positive", 0);
    fill();
    rows_of(6, x, w);
    show("rows_of", 0);
    fill();
    along(6, (const double (*)[10])x, (double (*)[10])w);
    show("along", 0);
    fill();
    shifted(n - 1, x, w);
    show("shifted", 0);
    fill();
    stencil(n, x, w);
    show("stencil", 0);
    fill();
    turned(n, x, w);
    show("turned", 0);
    fill();
    first(n, x, w);
    show("first", 0);
    fill();
    less(n, n / 2, x, w);
    show("less", 0);
    fill();
    both(n, x, w);
    show("both", 0);
    fill();
    show("twice", twice(n, x, w));
}

int main(void)
{
    static const int by[] = {0, 1, -1, 7, N - 1, N, -N, 2 * N};
    static long whole[N];
    for (int i = 0; i < N; i++)
        whole[i] = i * 3;
    double *w = block + 3 * N;
    for (unsigned i = 0; i < sizeof by / sizeof *by; i++)
        for (unsigned k = 0; k < sizeof by / sizeof *by; k++)
            run(N, w + by[i], w + by[k], w);
    run(MOST, block + MOST, block + MOST, block + MOST);
    run(MOST, block, block + MOST, block + MOST);
    run(MOST, block + MOST, block, block + MOST);
    run(MOST, block, block + MOST, block + 2 * MOST);
    run(MOST, block + 1, block + MOST, block);
    fill();
    other_type(N, whole, w);
    show("other_type", 0);
    return 0;
}
