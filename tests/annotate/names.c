// Sections in the user's names: bounds whose values are known, blocks by the call that allocates them; and names that mean
// something else where the directive stands are not used.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -O1 -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check written.c
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 3000 };

static void known(void)
{
    int n = 100000, m = 400;
    const size_t half = 50000;
    double *x = malloc(n * sizeof *x), *y = malloc(sizeof(double) * n), *z = calloc(half, sizeof *z);
    double *table = malloc(m * m * sizeof *table), *fixed = malloc(ROWS * sizeof *fixed);
    // CHECK: enter data map(alloc: y[0:n], x[0:n])
    // CHECK-NEXT: map(from: y[0:n], x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = y[i] = i;
    // CHECK: map(to: y[0:n - 1]) map(from: z[0:half])
    for (size_t i = 0; i < half; i++)
        z[i] = y[2 * i];
    // CHECK: map(to: y[0:n]) map(tofrom: x[1:n - 2])
    for (int i = 1; i < n - 1; i++)
        x[i] += y[i - 1] + y[i + 1];
    // CHECK: collapse(2) map(to: x[0:m])
    // CHECK-NEXT: map(from: table[0:m * m])
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            table[i * m + j] = x[j];
    // CHECK: map(from: fixed[0:ROWS])
    for (int i = 0; i < ROWS; i++)
        fixed[i] = i % 5;
    double sum = 0;
    // CHECK: map(to: x[0:n], y[0:n])
    for (int i = 0; i < n; i++)
        sum += x[i] + y[i];
    printf("%.0f %.0f %.0f %.0f\n", sum, z[half - 1], table[m * m - 1], fixed[ROWS - 1]);
    free(x);
    free(y);
    free(z);
    free(table);
    free(fixed);
}

// n does not have this value any more
static void changed(void)
{
    int n = 100000;
    double *x = malloc(n * sizeof *x);
    n = 90000;
    // CHECK: map(from: x[0:n > 0 ? n : 0])
    for (int i = 0; i < n; i++)
        x[i] = i;
    printf("%.0f\n", x[n - 1]);
    free(x);
}

// rows of any length, indices of any value: all that was allocated
static void sparse(int n, int per)
{
    int nonzeros = n * per;
    int *row = malloc((n + 1) * sizeof *row), *col = malloc(nonzeros * sizeof *col);
    double *val = malloc(sizeof *val * nonzeros), *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
    for (int i = 0; i <= n; i++)
        row[i] = i * per;
    for (int k = 0; k < nonzeros; k++) {
        col[k] = k * 7 % n;
        val[k] = k % 3;
    }
    for (int i = 0; i < n; i++)
        x[i] = i % 5;
    // CHECK: for (int s = 0; s < 3; s++) {
    for (int s = 0; s < 3; s++) {
        // CHECK-NEXT: #pragma omp target teams distribute parallel for
        // CHECK-NEXT: map(to: row[0:n > 0 ? n + 1 : 0], val[0:nonzeros > 0 ? nonzeros : 0], \
        // CHECK-NEXT: col[0:nonzeros > 0 ? nonzeros : 0], x[0:n > 0 ? n : 0]) map(from: y[0:n > 0 ? n : 0])
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = row[i]; k < row[i + 1]; k++)
                sum += val[k] * x[col[k]];
            y[i] = sum;
        }
        for (int i = 0; i < n; i++)
            x[i] = y[i] / 4 + i % 2;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (i % 7);
    printf("%.6f\n", sum);
    free(row);
    free(col);
    free(val);
    free(x);
    free(y);
}

// The block may be another one, or as long as another variable says.
static double unknown(int n, int length, const int *where)
{
    double *a = malloc(length * sizeof *a), *b = malloc(length * sizeof *b), *c = malloc(length * sizeof *c), sum = 0;
    for (int i = 0; i < length; i++)
        a[i] = b[i] = c[i] = i;
    // CHECK: realloc
    c = realloc(c, 2 * length * sizeof *c);
    for (int i = 0; i < length; i++)
        c[length + i] = i;
    // CHECK: c[length + i] = i;
    // CHECK-NOT: #pragma omp target
    // CHECK: sum += c
    for (int i = 0; i < n; i++)
        sum += c[where[i]];
    // CHECK: map(to: where[0:n > 0 ? n : 0], a[0:length > 0 ? length : 0])
    for (int i = 0; i < n; i++)
        sum += a[where[i] / 2];
    int old = length;
    length = 7;
    // CHECK: length = 7;
    // CHECK-NOT: #pragma omp target
    for (int i = 0; i < n; i++)
        sum += b[where[i] / 2] * old;
    // CHECK: free(a);
    free(a);
    free(b);
    free(c);
    return sum + length;
}

// the name of another variable
void hidden(int n, double *restrict a)
{
    {
        // CHECK: void hidden
        // CHECK-NOT: target data
        // CHECK: #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += i;
        int m = n;
        int n = 3;
        // CHECK-NOT: #pragma omp target
        for (int i = 0; i < m; i++)
            a[i] *= n;
    }
    for (int s = 0; s < 30; s++) {
        // CHECK: for (int s
        // CHECK-NEXT: #pragma omp target enter data
        for (int i = 0; i < n; i++)
            a[i] += i;
        for (int i = 0; i < n; i++)
            a[i] /= 2;
        // CHECK: #pragma omp target exit data
        // CHECK-NOT: update
        if (s == 7) {
            int n = 4;
            printf("%.3f\n", a[n]);
        }
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
    // CHECK: for (int i = 0; i < 40; i++) {
    for (int i = 0; i < 40; i++) {
        int row = i * 100;
        if (row + 200 <= n) {
            int i = 1;
            // CHECK-NOT: #pragma omp target
            for (int j = 0; j < 100; j++) {
                double x = j;
                for (int k = 0; k < 300; k++)
                    x = x / 2 + i;
                a[row + j] = x + a[row + 100 + j];
            }
        }
    }
    // CHECK: int main
}

int main(void)
{
    int n = 4000;
    double *a = calloc(n, sizeof *a);
    int *where = malloc(n * sizeof *where);
    for (int i = 0; i < n; i++)
        where[i] = i * 3 % n;
    known();
    changed();
    sparse(n, 5);
    printf("%.0f\n", unknown(n, n, where));
    hidden(n, a);
    printf("%.3f\n", a[n / 2]);
    free(a);
    free(where);
    return 0;
}
