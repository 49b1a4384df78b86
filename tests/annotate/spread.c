// Accesses that ranges alone tell apart, without isl: where the iterations are so many pieces that isl gives up (GL307), loops are parallel by that; where rows
// share an element, or begin anywhere, ranges say nothing.
// RUN: %gantry annotate -w --explain %s | %FileCheck %s
double flat[100000];

void pieces(int n, int m, int l, int h, double *p)
{
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++)
    if (i != j && j != k && i != k && i + j != 7 && j + k != 9 && i + k != 5 && k != 3)
      p[(i * m + j) * l + k] = 1;
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-4]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-5]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int j = 0; j < 10; j++) for (int k = 0; k < 5; k++)
    if (i != j && j != k && i != k && i + j != 7 && j + k != 9 && i + k != 5 && k != 3)
      flat[50 * i + 5 * j + k + h] = 1;
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-4]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-5]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int j = 0; j < 10; j++) for (int k = 0; k <= 6; k++) // the last two are in the next row
    if (i != j && j != k && i != k && i + j != 7 && j + k != 9 && i + k != 4 && k != 3)
      flat[50 * i + 5 * j + k] = 1;
// CHECK: :[[@LINE-3]]: serial: {{.*}}[GL30{{[27]}}]
// CHECK: :[[@LINE-4]]: serial: {{.*}}[GL30{{[27]}}]
}

void products(int n, int m, int l, double *p)
{
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k <= l; k++) // the same
    p[(i * m + j) * l + k] = 1;
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL306]
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++) // pairs of rows are one
    p[(i / 2 * m + j) * l + k] = 1;
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL306]
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 1; k < l; k++)
    p[(i * m + j) * l + k] = p[(i * m + j) * l + k - 1];
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-4]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) for (int k = 1; k < l; k++)
    p[(i * m + j) * l + k] = p[(i * m + j - 1) * l + k];
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-3]]: serial: {{.*}}[GL306]
// CHECK: :[[@LINE-4]]: parallel: {{.*}}[GL101]
}

void constants(int n, int m)
{
  for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++)
    flat[50 * i + j] = flat[50 * i + 49 - j] + 1;
// CHECK: :[[@LINE-2]]: parallel: {{.*}}[GL101]
// CHECK: :[[@LINE-3]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) // the next row's first one
    flat[50 * i + j] = flat[50 * i + j + 1];
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL301]
// CHECK: :[[@LINE-3]]: serial: {{.*}}[GL301]
  for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) // all in front of what is stored
    flat[j + 50] = flat[j] * i;
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL302]
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)
    flat[50 * i + j] = 1;
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL302]
// CHECK: :[[@LINE-3]]: parallel: {{.*}}[GL101]
}
