// Loops that look like others that are parallel: what runs only where the value so far says so, truth values that are
// no truth values, members that are walked through, errno. None of the first kind is parallel, all of the second are.
// RUN: %gantry annotate -w --explain %s | %FileCheck %s
#include <errno.h>
#include <math.h>
#include <stdbool.h>
enum { N = 1000 };
struct v3 { double x, y, z; };
struct part { struct v3 pos, vel; int id; } parts[N];
int ix[N], marks[N], A[N], B[N];
double x[N], y[N];
static int mark(int i) { return marks[i] = 1; }
static int twice(int i) { int k = i; k *= 2; return k; }

int logical(int n, int given)
{
    int s = 1, t = 1, u = 5, w = 1, v = 0;
    bool b = true;
    for (int i = 0; i < n; i++) s = s && ix[i]++;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) t = t && mark(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) u = u && ix[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) given = given || ix[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) w = w && twice(ix[i]) > 3;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
    for (int i = 0; i < n; i++) v = v || ix[i] == 7;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
    for (int i = 0; i < n; i++) b = b && ix[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
    return s + t + u + w + v + b + given;
}

int extremes(int n)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0;
    for (int i = 0; i < n; i++) if (A[i] > a && B[i]++ < 9) a = A[i];
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) b = A[i]++ > b ? A[i]++ : b;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) if (mark(i) > c) c = mark(i);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) if (B[i]++ < 9 && A[i] > d) d = A[i];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
    for (int i = 0; i < n; i++) if (twice(A[i]) > e) e = twice(A[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL102]
    return a + b + c + d + e;
}

void members(int n, struct part *p)
{
    for (int i = 1; i < n; i++) (&p[i].pos.x)[1] = p[i - 1].pos.y;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL301]
    for (int i = 1; i < n; i++) (&p[i].pos.x)[-1] = p[i - 1].vel.z;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
    for (int i = 0; i < n; i++) { double *q = &parts[i].pos.x; q[3] = parts[i].vel.x; q[7] = 1; }
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
    for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) (&p[i].pos.y)[k] = k;
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL306]
    for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) (&p[i].pos.x)[k] = (&p[i].vel.x)[k];
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
    for (int i = 0; i < n; i++) { double *q = &p[i].pos.z; *(q - 2) = q[-1] + *q; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
    for (int i = 1; i < n; i++) p[i].pos.x = p[i - 1].pos.y;
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
    for (int i = 0; i < n; i++) { double *q = &parts[i].pos.x; *q = q[0] + 1; }
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
}

int asks(int n)
{
    errno = 0;
    for (int i = 0; i < n; i++) y[i] = sqrt(x[i]);
// CHECK: :[[@LINE-1]]: serial: {{.*}}[GL403]
    return errno == EDOM;
}

void does_not_ask(int n)
{
    for (int i = 0; i < n; i++) y[i] = sqrt(x[i]);
// CHECK: :[[@LINE-1]]: parallel: {{.*}}[GL101]
}
