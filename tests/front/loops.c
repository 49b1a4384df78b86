// RUN: %front -w %s | %FileCheck %s
/* All canonical forms of loops. */
enum { TWO = 2 };
void f(int n, int s, unsigned char uc, long long *base)
{
    int k, a[100][100];
#define T _Pragma("omp target parallel for")
// CHECK: k = 0; < n; + 1
    T for (k = 0; k < n; k++) a[0][k] = 1;
// CHECK: i = n; > 0; - 1 declared
    T for (int i = n; 0 < i; --i) a[0][i] = 1;
// CHECK: i = 0; <= n - 1; + 3 declared
    T for (int i = 0; n - 1 >= i; i = 3 + i) a[0][i] = 1;
// CHECK: i = n; >= 0; - 2
    T for (int i = n; i >= 0; i -= 2) a[0][i] = 1;
// CHECK: i = n; >= 0; - 2
    T for (int i = n; i >= 0; i += -2) a[0][i] = 1;
// CHECK: i = 0; < n; + 1
    T for (int i = 0; i < n; i -= -1) a[0][i] = 1;
// CHECK: i = 0; < (n); + s
    T for (int i = 0; (i < (n)); i += s) { a[0][i] = 1; }
// CHECK: i = n; > 0; - s
    T for (int i = n; i > 0; i = i - s) a[0][i] = 1;
// CHECK: i = n; > 0; + s
    T for (int i = n; i > 0; i += s) a[0][i] = 1;
// CHECK: i = 0; != n; + 1
    T for (int i = 0; i != n; i += 1) a[0][i] = 1;
// CHECK: i = 0; < n; + TWO
    T for (int i = 0; i < n; i += TWO) a[0][i] = 1;
// CHECK: c = 0; < uc; + 1
    T for (unsigned char c = 0; c < uc; c++) a[0][c] = 1;
// CHECK: p = base; < base + n; + 2
    T for (long long *p = base; p < base + n; p += 2) *p = 1;
// CHECK: i = 0; < n / 2; + 1
    T for (int i = 0;
         i <
         n / 2
         ; ++i
         ) a[0][i] = 1;
// CHECK: collapse(TWO + 1)
// CHECK-NEXT: i = 0; < n; + 1
// CHECK-NEXT: j = 0; < n; + 1
// CHECK-NEXT: k = 1; < s; + 1
#pragma omp target teams distribute parallel for collapse(TWO + 1)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
        {{
            for (k = 1; k < s; k++)
                a[i][j] = k;
        }}
    }
// CHECK: i = 0; < n; + 1 declared{{$}}
// CHECK-NEXT: j = 2 * i + 1; < n; + 1 declared non-rectangular
#pragma omp target parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 2 * i + 1; j < n; j++) a[i][j] = 1;
}
