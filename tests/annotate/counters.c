// Verdicts on loops that can be counted though they are no canonical `for`, and on variables that step through loops: each
// that is proved beside one that must not be.
// RUN: %gantry annotate --explain %s | %FileCheck %s
#include <stddef.h>
int g, *shared; void see(int *p);
void f(int n, int m, double *restrict a, double *restrict b, int *restrict c, unsigned u, size_t z, int step) {
  int i = 0, k = 0, j = 0;
  while (i < n) { a[i] = b[i]; i++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = 0; while (i < n) { a[i] = a[i + 1]; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  i = 0; while (i < n) { a[i] = 1; i++; a[i] = 2; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  i = 0; while (i < n) { a[i] = 1; i++; a[i] = 2; i++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = 0; while (i < n) { a[i] = 1; if (b[i] > 0) i++; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  i = 0; while (i < n) { if (b[i] > 0) continue; a[i] = 1; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  i = 0; while (i < n) { i++; if (b[i - 1] > 0) continue; a[i - 1] = 1; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = 0; while (i < n) { if (b[i] > 0) { i++; continue; } a[i] = 1; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  i = 0; while (i < n) { i++; if (b[i - 1] > 0) continue; a[i - 1] = a[i]; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  i = j = 0; while (i < n) { i++; if (b[i] > 0) continue; a[j++] = 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  i = 0; while (i < n) { c[i] = ({ if (b[i] > 0) continue; 1; }); i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  i = 0; while (i < n) { c[5] = ({ if (b[5] > 0) continue; 1; }) + i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  i = 0; do { i++; if (b[i] > 0) continue; a[i] = 1; } while (i < n);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = 0; while (i < n) { if (b[i] > 0) break; a[i] = 1; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL402]
  i = 0; while (i < n && b[i] > 0) { a[i] = 1; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  i = 0; while (i < n) { n--; a[i] = 1; i++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = n; while (i-- > 0) a[i] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = n; while (i--) a[i] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = n; while (--i >= 0) a[i] = a[i + 1];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  i = 0; do { a[i] = 1; } while (++i < n);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = 0; do { a[i] = 1; a[i + 2] = 1; i += 2; } while (i < n);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (double *p = a; p < a + n; p++) *p = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (double *p = a, *end = a + n; p < end; p++) *p = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: map(from: a[0:n > 0 ? n : 0])
  for (double *p = a, *end = a + n; p < end; p++) *p = p[1];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (double *p = a, *end = a + n; p < end; p++, n--) *p = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  for (double *p = a, *end = p + n; p < end; p++) *p = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  for (double *p = a, *end = a + *c; p < end; p++) *p = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  for (double *p = a, *end = a + n; p < end; p++, end = a + g) *p = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  for (double *p = a, *end = a + n; p < end; p++) *p = end - p;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: none {{.*}}[GL506]
  for (double *p = a; p < a + n; p++) p[1] = *p;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (double *p = a; p < a + n; p += 2) p[1] = *p;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  { double *p = a, *q = b; for (int e = 0; e < n; e++) *p++ = *q++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  { double *p = a, *q = a + 1; for (int e = 0; e < n; e++) *p++ = *q++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  { double *p = a; for (int e = 0; e < n; e++) { *p = 1; if (b[e] > 0) p++; } }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  k = 0; for (int e = 0; e < n; e++) { a[k] = b[e]; k++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  k = 0; for (int e = 0; e < n; e++) a[k++] = b[e];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  k = 0; for (int e = 0; e < n; e++) if (b[e] > 0) a[k++] = b[e];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  k = 0; for (int e = 0; e < n; e++) { a[k] = b[e]; k ^= 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  k = 0; for (int e = 0; e < n; e++) { a[k] = b[e]; k += step; }
// CHECK: :[[@LINE-1]]: parallel under a test: {{.*}}[GL203]
  k = 0; for (int e = 0; e < n; e++) { a[e] = b[k]; k += step; }
// CHECK: :[[@LINE-1]]: parallel under a test: {{.*}}[GL203]
  k = 0; for (int e = 0; e < n; e++) { a[e] = b[k]; k += step; step++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  k = 0; for (int e = 0; e < n; e++) { a[k] = 1; k += 2; a[k] = 1; k -= 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  k = 0; for (int e = 0; e < n; e++) { k++; see(&j); a[k] = j; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
  for (int e = 0; e < n; e++) { a[j] = 1; j++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
  for (int e = 0; e < n; e++) { a[g] = 1; g++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
  for (int e = 0, r = n - 1; e < r; e++, r--) { a[e] = b[r]; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int e = 0, r = n - 1; e < r; e++, r--) { a[e] = a[r]; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int e = 0, r = n - 1; e < n; e++, r--) { a[e] = a[r]; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  for (int e = 0; e + 1 < n; e += 2) a[e + 1] = a[e];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int e = 0; e < n && e < m; e++) a[e] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int e = 1; e < n; e *= 2) a[e] = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  for (;;) { a[k] = 1; k++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  while (1) { a[k] = 1; k++; }
// CHECK: :[[@LINE-1]]: {{.*}}[GL
// numbers that wrap
  for (unsigned e = 0; e < u; e += 2) c[e] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  { unsigned e = 0; while (e < u) { c[e] = 1; e += 2; } }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  { unsigned e = 0; while (e < u) { c[e] = 1; e++; } }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  { unsigned char e = 0; while (e < n) { c[e] = 1; e++; } }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
  { unsigned char e = 0; while (e < 200) { c[e] = 1; e++; } }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  while (z--) a[z] = 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  { unsigned e = u; for (int r = 0; r < n; r++) c[e++] = 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
// within another loop
  for (int e = 0; e < 100; e++) { int r = 0; while (r < 100) { a[100 * e + r] = 1; r++; } }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int e = 0; e < 100; e++) { int r = 0; while (r < 101) { a[100 * e + r] = 1; r++; } }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  k = 0; for (int e = 0; e < n; e++) for (int r = 0; r < e; r++) a[k++] = 1;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int e = 0; e < n; e++) { double *p = a + e; for (int r = 0; r < 2; r++) *p++ = 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL30
}
void first_values(int n, double *restrict a, double *restrict b) {
  int i, k, z;
  i = 0, i++; while (i < n) { a[i] = a[0]; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  i = 1; k = 3; while (i < n) { a[i] = a[0]; i++; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  i = 1; if (n > 3) i = 0; while (i < n) { a[i] = a[0]; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  z = 1; i = z; z = 0; while (i < n) { a[i] = a[z]; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  z = 1; i = z++; while (i < n) { a[i] = a[z]; i++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
  z = n; i = z; while (i > 0) { a[i] = a[z + 1]; i--; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
}
