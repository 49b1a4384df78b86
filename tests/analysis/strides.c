// RUN: %gantry cc --dump=decisions %s | %FileCheck %s
/* Distances of the elements that neighbouring iterations touch, in bytes, outermost loop first. */
#define AT(a, i, j) ((a)[(i) * n + (j)])
#define BOTH for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)
double grid[50][60], cube[4][5][6];
struct cell {
    float x, y[3];
} cells[100];
static inline double at(const double *p, int n, int a, int b)
{
    int k = a + b * n;
    return p[k];
}

void subscripts(int n, double *p, float *q, char *c)
{
// CHECK: plan {{.*}}line=[[# @LINE + 1]]
#pragma omp target teams distribute parallel for collapse(2)
    BOTH {
// CHECK-NEXT: strides line=[[# @LINE + 2]] grid w size=8 weight=1 480 8
// CHECK-NEXT: strides line=[[# @LINE + 1]] p r size=8 weight=1 far 8
        grid[i][j] = AT(p, i, j);
// CHECK-NEXT: strides line=[[# @LINE + 2]] q rw size=4 weight=1 4 far
// CHECK-NEXT: strides line=[[# @LINE + 1]] c r size=1 weight=1 -3 1
        q[i + j * n] += c[j - 3 * i];
// CHECK-NEXT: strides line=[[# @LINE + 3]] p w size=8 weight=1 16 -8
// CHECK-NEXT: strides line=[[# @LINE + 2]] cube r size=8 weight=1 48 0
// CHECK-NEXT: strides line=[[# @LINE + 1]] cube r size=8 weight=1 48 8
        *(p + 2 * i - j) = cube[2][i][3] + (1 ? *(cube[1][i] + j) : 0);
// CHECK-NEXT: strides line=[[# @LINE + 2]] p w size=8 weight=1 ? ?
// CHECK-NEXT: strides line=[[# @LINE + 1]] p r size=8 weight=1 8 ?
        p[i * j] = p[i + (j / 2)] + p[7];
// CHECK-NEXT: strides line=[[# @LINE + 2]] p w size=8 weight=1 -8 8
// CHECK-NEXT: strides line=[[# @LINE + 1]] q r size=4 weight=1 ? -4
        p[-i + +j] = q[~i - j];
    }
}

void records(int n, struct cell *s, double **rows, int *idx)
{
// CHECK: plan {{.*}}line=[[# @LINE + 1]]
#pragma omp target teams loop collapse(2)
    BOTH {
// CHECK-NEXT: strides line=[[# @LINE + 2]] s w size=4 weight=1 0 16
// CHECK-NEXT: strides line=[[# @LINE + 1]] cells r size=4 weight=1 16 4
        s[j].x = cells[i].y[j];
// CHECK-NEXT: strides line=[[# @LINE + 3]] rows r size=8 weight=1 8 0
// CHECK-NEXT: strides line=[[# @LINE + 2]] rows w size=8 weight=1 ? 8
// CHECK-NEXT: strides line=[[# @LINE + 1]] idx r size=4 weight=1 0 4
        rows[i][j] = idx[j > 0 ? j - 1 : 0];
// CHECK-NEXT: strides line=[[# @LINE + 3]] rows w size=8 weight=1 8 ?
// CHECK-NEXT: strides line=[[# @LINE + 2]] idx r size=4 weight=1 0 4
// CHECK-NEXT: strides line=[[# @LINE + 1]] idx r size=4 weight=1 4 far
        rows[0][idx[j] + i] = idx[(i + 1) % n + (j << 4) * n];
    }
}

void names(int n, double *p, const double *v)
{
    int width = n + 2, twice = 0;
// CHECK: plan {{.*}}line=[[# @LINE + 1]]
#pragma omp target teams distribute parallel for collapse(2) firstprivate(twice)
    BOTH {
        int k = i * width + j, m, odd = 0;
        const double *row = v + i * width;
        m = k + 1;
        if (i > 3)
            odd = j;
// CHECK-NEXT: strides line=[[# @LINE + 2]] p w size=8 weight=1 far 8
// CHECK-NEXT: strides line=[[# @LINE + 1]] row r size=8 weight=1 far 16
        p[m] = row[2 * j];
// CHECK-NEXT: strides line=[[# @LINE + 3]] p w size=8 weight=1 ? ?
// CHECK-NEXT: strides line=[[# @LINE + 2]] row r size=8 weight=1 far 0
// CHECK-NEXT: strides line=[[# @LINE + 1]] p r size=8 weight=1 0 8
        p[odd] = row[n] + p[j + twice];
        for (int t = i; t < n; t++)
            for (int w = 0; w < 3; w++)
// CHECK-NEXT: strides line=[[# @LINE + 2]] p rw size=8 weight=100 8 0
// CHECK-NEXT: strides line=[[# @LINE + 1]] v r size=8 weight=100 0 8
                p[t * 1] += v[w * n + j];
// CHECK-NEXT: strides line=[[# @LINE + 1]] p w size=8 weight=1 far 8
        p[j + k - j] = at(v, n, i, j);
// The functions that it calls come last.
// CHECK-NEXT: strides line=12 p r size=8 weight=1 8 far
    }
}

void steps(int n, double *p)
{
    double *end = p + n;
// CHECK: plan {{.*}}line=[[# @LINE + 1]]
#pragma omp target teams distribute parallel for collapse(3)
    for (double *q = p; q < end; q += 2)
        for (int j = n; j > 0; j -= 2)
            for (unsigned k = 0; k < 100; k += n)
// CHECK-NEXT: strides line=[[# @LINE + 2]] q w size=8 weight=1 16 -16 0
// CHECK-NEXT: strides line=[[# @LINE + 1]] p r size=8 weight=1 0 0 far
                q[j] = p[k];
}
