// Subscripts with products, rows of variable length, blocks and steps that only the run knows.
// RUN: %gantry annotate --explain %s | %FileCheck %s
#include <stdint.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
int v[1000]; unsigned char bytes[256]; int table[8][16];

void f(int n, int m, int l, int p, double *restrict a, const double *restrict b, const unsigned *restrict x)
{
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = b[j * n + i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int j = 0; j <= m; j++) a[i * m + j] = 1; // rows that share an element
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * m + j] = 1; // of another length
// CHECK: :[[@LINE-1]]: parallel under a test: {{.*}}[GL203]
// CHECK: :[[@LINE-2]]: parallel under a test: {{.*}}[GL203]
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++) a[(i * m + j) * l + k] += 1;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
  for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = a[(i - 1) * m + j];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int j = 0; j < m - 1; j++) a[l * m + m - 1] = a[l * m + j]; // reads the elements before the one it stores
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i * n + j] = a[j * n + i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i += p) for (int j = i; j < MIN(i + p, n); j++) a[j] *= 2; // blocks
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i += p) for (int j = i; j <= i + p; j++) a[j] = 2; // that share an element
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = p; i < n; i += 2 * p) a[i] += a[i - p];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = p; i < n; i += p) a[i] += a[i - p];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
  int plane = m * l;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++) a[i * plane + j * l + k] = 0;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 500; i++) v[(i & 1) * 500 + i / 2] = i;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 500; i++) v[i >> 1] = i;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < 256; i++) bytes[(uint8_t)(i + 77)] = i;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < 257; i++) bytes[(uint8_t)(i + 77)] = i;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL302]
  for (int i = 0; i < 8; i++) for (int j = 0; j < n; j++) table[i][x[i * n + j] % 16] = j; // stays in its row
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL306]
  for (int i = 0; i < 8; i++) for (int j = 0; j < n; j++) table[i][x[i * n + j] % 17] = j; // or does not
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL306]
  for (int i = 0; i < n; i++) { if (i == p) continue; a[i] = a[p]; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
}

void jumps(int n, int p, double *a)
{
  for (int i = 0; i < n; i++) { if (i == p) goto out; a[i] = 1; out: a[i] = a[p]; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
}

void rows(int n, int m, double h[n][m], double (*restrict g)[m])
{
  double own[n][m + 1];
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) own[i][j] = h[i][j] + g[i][j];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int j = 0; j <= m; j++) g[i][j] = own[i][j]; // beyond the row
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
}

void longer(int n, int m, double h[n][m])
{
  m++; // the rows keep their length, which has no name now
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) h[i][j] = 0;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
}

// The first value of k is not that of the loop around the use.
void names(int n, double *a)
{
  int j = 0;
  for (int i = 0; i < n; i++) {
    int k = j;
    for (j = 0; j < 5; j++)
      a[k] = 1;
  }
// CHECK: :[[@LINE-5]]: serial: {{.*}}[GL303]
// CHECK: :[[@LINE-4]]: serial:
}
