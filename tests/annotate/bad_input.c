// Old definitions, assembly, jumps, volatile objects, loops without an end; and files that nothing is written to after an error.
// RUN: %gantry annotate -w --explain %s | %FileCheck %s
// RUN: printf "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = undeclared(; }\n" > broken.c && cp broken.c before.c
// RUN: cp %s good.c && %not %gantry annotate --in-place good.c broken.c 2> said.txt && cmp good.c %s && cmp broken.c before.c
// RUN: grep "broken.c:1:.*error" said.txt
// RUN: %not %gantry annotate broken.c -o out.c 2> /dev/null && test ! -e out.c
// RUN: %not %gantry annotate good.c before.c -o out.c 2> said.txt && grep "names one file" said.txt && test ! -e out.c
// RUN: %not %gantry annotate missing.c 2> said.txt && grep "no such file" said.txt
// RUN: printf 'void g(int n, double *a)\r\n{\r\n    for (int i = 0; i < n; i++)\r\n        a[i] = 1;\r\n}\r\n' > lines.c
// RUN: %gantry annotate lines.c | tr '\r' '@' > said.txt && grep -c 'omp target.*@$' said.txt && %not grep -v '@$' said.txt
// RUN: touch empty.c && %gantry annotate empty.c | cmp - empty.c
// RUN: %gantry annotate --json -w %s | python3 -c "import json, sys; print(len([json.loads(x)['id'] for x in sys.stdin]))" | grep -x 19
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf out; static volatile int flag; static int v[5000];
int total(a, n) int *a; int n;
{
    int i, s = 0;
    for (i = 0; i < n; i++)
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
        s += a[i];
    return s;
}
void waits(void) { while (flag) ; for (;;) ; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
// CHECK: :[[@LINE-2]]: serial: {{.*}}[GL401]
void forever0(unsigned n, int *a) { for (unsigned i = n; i >= 0; i--) a[i] = 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
void forever(int *a) { for (;;) a[0]++; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
void forever2(int *a) { int i = 0; while (1) { a[i] = i; i++; if (i > 10) return; } }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL40
void forever3(int *a) { int i = 0; do { a[i] = i; i++; } while (1); }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL401]
int asm_in(int *a, int n) { for (int i = 0; i < n; i++) { int x = a[i]; __asm__("addl $1, %0" : "+r"(x)); a[i] = x; } return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL405]
static void adds(int *x) { v[*x + 1] += v[*x]; }
int cleaned(int n) { for (int i = 0; i < n - 1; i++) { __attribute__((cleanup(adds))) int x = i; v[i] = x; } return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL405]
static int cleans(int i) { int x __attribute__((__unused__, __cleanup__(adds))) = i; return i; }
int clean_far(int n) { for (int i = 0; i < n - 1; i++) v[i] = cleans(i); return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
static void jump(int i) { if (i > 3) longjmp(out, 1); v[i] = i; }
int jumps(int n) { if (setjmp(out)) return 1; for (int i = 0; i < n; i++) jump(i); return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
int jumps2(int n) { for (int i = 0; i < n; i++) { if (setjmp(out)) v[i] = 1; else v[i] = 2; } return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
int unsteady(int n) { for (int i = 0; i < flag; i++) v[i] = n; return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL404]
int exits(int n) { for (int i = 0; i < n; i++) { if (v[i] < 0) exit(1); v[i] = 2; } return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
static int calls_asm(int x) { __asm__("" : "+r"(x)); return x; }
int asm_far(int n) { for (int i = 0; i < n; i++) v[i] = calls_asm(i); return 0; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
int vol_far(int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i] + flag; return s; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL404]
int on(int n) { for (int i = 0; i < n; i++) v[i] = n; return 0; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
void kr_call(n) int n; { int i; for (i = 0; i < n; i++) v[i] = total(v, 0) ; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
static float scaled(x) float x; { return x * 2; }
void kr_float(float *a, int n) { for (int i = 0; i < n; i++) a[i] = scaled(a[i]); }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
