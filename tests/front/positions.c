// RUN: %front -w %s | %FileCheck %s
/* A pragma in every odd position still belongs to the statement after it. */
int g[10];
int old_style(a, b) int a; double b[]; {
// CHECK: function old_style
// CHECK-NEXT: #0 target positions.c:[[#@LINE+1]]
#pragma omp target map(tofrom: b[0:a])
    b[0] = a;
    return a;
}
#define KERN(name, v) void name(int *p, int n) { \
    _Pragma("omp target teams distribute parallel for map(from: p[0:n])") for (int i = 0; i < n; i++) p[i] = v; }
// CHECK: function k1
// CHECK-NEXT: #1 target teams distribute parallel for positions.c:[[#@LINE+3]]
// CHECK: function k2
// CHECK-NEXT: #2 target teams distribute parallel for positions.c:[[#@LINE+1]]
KERN(k1, 1) KERN(k2, 2)
void pos(int n, int *p, int c)
{
// CHECK: function pos
    if (c)
// CHECK-NEXT: #3 target
#pragma omp target map(from: p[0:n])
// CHECK-NEXT: uses p:rW
        p[0] = 1;
    else
// CHECK-NEXT: #4 target
#pragma omp target map(from: p[0:n])
        p[0] = n;
// CHECK-NEXT: uses p:rW n:r
    switch (c) {
    case 1:
// CHECK-NEXT: #5 target
#pragma omp target map(from: p[0:n])
        { p[0] = 1; }
        break;
    default:;
// CHECK: #6 target update
#pragma omp target update to(p[0:n])
    }
    if (c) {
lab:
// CHECK-NEXT: #7 target data
#pragma omp target data map(p[0:n])
// CHECK-NEXT: {{^    }}#8 target
#pragma omp target
// CHECK: {{^      }}#9 teams
#pragma omp teams
// CHECK: {{^        }}#10 distribute
#pragma omp distribute
        for (int k = 0; k < n; ++k)
// CHECK: {{^          }}#11 parallel
#pragma omp parallel
// CHECK: {{^            }}#12 for
#pragma omp for nowait
            for (int j = 0; n - 1 > j; j = 2 + j)
                p[j + k] = 0;
    } else if (n)
        goto lab;
    for (int q = 0; q < 2; q++)
// CHECK: {{^  }}#13 target
#pragma omp target
// CHECK: {{^    }}#14 loop
#pragma omp loop
        for (int *it = p; it != p + n; it++) *it = 3;
    do
// CHECK: {{^  }}#15 target
#pragma omp target
        g[0]++;
    while (c--);
    while (n-- > 3)
// CHECK: #16 target
#pragma omp target
        while (0) g[1] = n;
// CHECK: #17 target
// CHECK-NEXT: uses g:W
#pragma omp target
    if (1) g[2] = 1; else g[3] = 2;
// CHECK-NEXT: #18 target update
#pragma omp target update from(p[0:n])
}
// CHECK-NOT: #19
