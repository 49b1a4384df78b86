// Verdicts on loops, one of each kind beside its counterpart.
// RUN: %gantry annotate --explain %s | %FileCheck %s
#include <math.h>
#include <stddef.h>
#include <stdio.h>
struct p { double x, y; double v[3]; struct p *next; };
union u { int i; float f; };
int g; double gs; double A[100][100], B[100][100]; int hist[256];
static double sq(double x) { return x * x; }
static double tab(int i) { return A[i][i]; }

void f(int n, int m, double *restrict a, double *restrict b, double *c, int *restrict idx, struct p *restrict s, union u *restrict w, unsigned un, size_t z) {
  for (int i = 0; i < n; i++) a[i] = b[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n - 1; i++) a[i] = a[i + 1];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 1; i < n; i++) a[i] = a[i - 1] + 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i += 2) a[i] = a[i + 1];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[idx[i]] = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
  for (int i = 0; i < n; i++) a[i] = b[idx[i]];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[n - 1 - i] = b[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[n - 1 - i] = a[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) a[2 * i] = a[2 * i + 1];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[i % 7] = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < 7; i++) a[i % 7] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[i / 2] = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) { double t = b[i]; a[i] = t * t; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) s[i].x = s[i].y + s[i].v[2];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 1; i < n; i++) s[i].x = s[i - 1].y;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 1; i < n; i++) s[i].x = s[i - 1].x;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 1; i < n; i++) w[i].i = (int)w[i - 1].f;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int i = 0; i < 100; i++) for (int j = 0; j < 100; j++) A[i][j] = B[j][i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 1; i < 100; i++) for (int j = 0; j < 100; j++) A[i][j] = A[i - 1][j];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 99; i++) for (int j = 0; j < 100; j++) A[i][j] = A[i + 1][j - 1];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL301]
  for (unsigned i = 0; i < un; i++) a[i + 1] = b[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (unsigned i = 0; i < un; i++) a[i + n] = b[i];
// CHECK: :[[@LINE-1]]: parallel under a test: {{.*}}[GL203]
  for (size_t i = 0; i < z; i++) a[i + 3] = b[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (size_t i = 1; i < z; i++) a[i] = b[i - 1];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[(unsigned char)i] = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) { if (b[i] > 0) break; a[i] = 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL402]
  for (int i = 0; i < n; i++) a[i] = sqrt(b[i]) + sq(b[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) a[i] = tab(i);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) printf("%d\n", i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
  for (int i = 0; i < n; i++) hist[idx[i]]++;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL103]
  for (int i = 0; i < n; i++) c[i] = a[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < g; i++) a[i] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  double mx = 0, sum = 0, last = 0; int k = 0, cnt = 0;
  for (int i = 0; i < n; i++) if (a[i] > mx) mx = a[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
  for (int i = 0; i < n; i++) mx = fmax(mx, a[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
  for (int i = 0; i < n; i++) { sum += a[i]; cnt++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
  for (int i = 0; i < n; i++) { sum += a[i]; b[i] = sum; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  for (int i = 0; i < n; i++) { a[k] = b[i]; k++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) last = a[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) if (a[i] > 0) last = a[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction last: last
  for (int i = 0; i < n; i++) gs += a[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
  int j; double t;
  for (int i = 0; i < n; i++) for (j = 0; j < m; j++) { t = b[j]; a[i] += t; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL304]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL103]
  for (int i = 0; i < n; i++) { if (i > 0) t = 1; a[i] = t; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  while (k < n) { a[k] = 0; k++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = n; i > 0; i--) a[i] = a[i] + 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) { a[i] = 1; i++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i != n; i++) a[i] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  double loc[10];
  for (int i = 0; i < n; i++) { for (int q = 0; q < 10; q++) loc[q] = b[i + q]; a[i] = loc[3]; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int q = 0; q < i; q++) A[i][q] = A[q][i]; // i and q stay in their rows
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 100; i++) for (int q = 0; q < i; q++) A[i][q] = A[q][i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (struct p *e = s; e; e = e->next) e->x = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  for (int i = 0; i < n; i++) a[i * m] = 1;
// CHECK: :[[@LINE-1]]: parallel under a test: {{.*}}[GL203]
  for (int i = 0; i < n; i++) for (int q = 0; q < m; q++) a[i * m + q] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) { volatile int vv = i; a[i] = vv; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL404]
  printf("%f %f %f %d %d", mx, sum, last, k, cnt);
}
