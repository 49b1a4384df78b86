// Verdicts on loops that call functions of the user's: each that is proved beside one that must not be.
// RUN: %gantry annotate --explain %s | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct grid { int n; double dx, *restrict v; double w[3]; };
static double A[100][100], B[100][100], table[64]; static int calls, offset; static const double fixed[4] = {1, 2, 3, 4};
static double tab(int i) { return A[i][i]; }
static void put(double *to, int i, double x) { to[i] = x; }
static void put_next(double *to, int i, double x) { to[i + 1] = x; }
static void row(double (*to)[100], int i) { for (int j = 0; j < 100; j++) to[i][j] = j * fixed[j % 4]; }
static void row_of(double *to, int n, double x) { for (int j = 0; j < n; j++) to[j] = x; }
static int counted(int i) { calls++; return i; }
static int remembers(int i) { static int last; int old = last; last = i; return old; }
static int first(int i) { if (i > 3) return i; table[0] = i; return 0; }
static int shifted(int i) { return i + offset; }
static void shift(int i) { offset = i; }
static int next(int i) { return i + 1; }
static int half(int i) { return i / 2; }
static unsigned char narrow(int i) { return (unsigned char)i; }
static double *cell(double *v, int i) { return &v[i]; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static double walk(const double *v, int k) { return k ? walk(v, k - 1) + v[k] : 0; }
static void fill(double *v, int k) { if (k) { v[k] = k; fill(v, k - 1); } }
static double drawn(unsigned *state) { *state = *state * 1103515245u + 12345u; return *state; }
static double value(const struct grid *g, int i) { return g->v[i] * g->dx; }
static void moved(int i, double *a) { i++; a[i] = 1; }
static void by_pointer(double *a, int *k) { *k = 3; a[*k] = 1; }
static void printed(double x) { printf("%f\n", x); }
static double applied(double (*f)(double), double x) { return f(x); }
static void over(double *v, int i) { for (int k = i; k < i + 2; k++) v[k] = k; }
static void copied(double *to, const double *from, int i) { memcpy(to + 3 * i, from, 3 * sizeof *to); }
void outside(int);

void f(int n, double *restrict a, double *restrict b, int *restrict idx, struct grid *restrict g, unsigned seed) {
  for (int i = 0; i < n; i++) a[i] = tab(i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 99; i++) A[i + 1][i + 1] = tab(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) put(a, i, b[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) put(a, 5, b[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) { put(a, i, b[i]); put_next(a, i, 0); }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) { put(a, 2 * i, b[i]); put_next(a, 2 * i, 0); }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) put(a + i, i, b[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) put(a, idx[i], b[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
  for (int i = 0; i < 100; i++) row(A, i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 100; i++) row_of(A[i], 100, i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 99; i++) row_of(A[i], 101, i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) a[i] = counted(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int i = 0; i < n; i++) a[i] = remembers(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int i = 0; i < n; i++) a[i] = first(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) a[i] = shifted(i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) { a[i] = shifted(i); shift(i); }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int i = 0; i < n; i++) { offset = i; a[i] = shifted(i); }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int i = 0; i < n; i++) a[next(i)] = b[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[next(i)] = a[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) a[half(i)] = b[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) a[narrow(i)] = b[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) *cell(a, i) = b[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) *cell(a, i) = *cell(a, i + 1);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) a[i] = fib(i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: none {{.*}}[GL504]
  for (int i = 0; i < n; i++) a[i] = walk(table, i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL305]
  for (int i = 0; i < n; i++) table[i] = walk(table, i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int i = 0; i < n; i++) fill(a, i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
  for (int i = 0; i < n; i++) { unsigned s = i; a[i] = drawn(&s) + drawn(&s); }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[i] = drawn(&seed);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int i = 0; i < n; i++) a[i] = value(g, i);
// CHECK: :[[@LINE-1]]: parallel{{.*}}[GL{{(101|201)}}]
  for (int i = 0; i < n; i++) g->w[i % 3] = value(g, i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) moved(i, a);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
  for (int i = 0; i < n; i++) { int k = i; by_pointer(a, &k); }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
  for (int i = 0; i < n; i++) printed(a[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
  for (int i = 0; i < n; i++) outside(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
  for (int i = 0; i < n; i++) a[i] = applied(sqrt, b[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: host {{.*}}[GL505]
  for (int i = 0; i < n; i++) over(a, i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i += 2) over(a, i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) copied(a, b, i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) memcpy(a + i, b, 2 * sizeof *a);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) memset(A[i], 0, sizeof A[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) memset(a + i, 0, n * sizeof *a);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
// blocks of rows: all their elements, and no others
  static int B[40][4][2];
  for (int i = 0; i < 39; i++) memset(B[i], 0, sizeof B[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 39; i++) memset(B[i], 0, sizeof B[i] + 4);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < 39; i++) memcpy(B[i], B[39], sizeof *B);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 39; i++) memcpy(B[i], B[i + 1], sizeof *B);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
// a scalar that is stored to through a pointer
  int low = 0;
  for (int i = 0; i < n; i++) { int *p = &low; *p = i; a[i] = low; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  printf("%d", low);
}
static double larger(double a, double b) { return a > b ? a : b; }
static double odd(double a, double b) { return a > b ? b + 1 : a; }
static int small(int a, int b) { return b < a ? b : a; }
#define SUM(RESULT, V, N) do { (RESULT) = 0; for (int s_ = 0; s_ < (N); s_++) (RESULT) += (V)[s_]; } while (0)
void g2(int n, double *restrict a, int *restrict b, char *restrict text, double **restrict rows) {
  double most = a[0]; int least = b[0]; double *own[8];
  for (int i = 0; i < n; i++) most = larger(most, a[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction max: most
  for (int i = 0; i < n; i++) most = odd(most, a[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  for (int i = 0; i < n; i++) least = small(b[i], least);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction min: least
  for (int i = 0; i < n; i++) least = larger(least, a[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  for (int i = 0; i < n; i++) text[i] = "acgt"[b[i] & 3];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 8; i++) own[i] = malloc(n * sizeof **own);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: none {{.*}}[GL50
  for (int i = 0; i < 8; i++) free(own[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) free(rows[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL305]
  for (int i = 0; i < n; i++) { rows[0][i] = 1; free(own[i & 7]); }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL305]
// a macro's do is no loop
  SUM(least, b, n);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
  printf("%f %d", most, least);
}
