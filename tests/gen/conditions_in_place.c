// In place iterations are declared independent unless there are conditions in it, or in what it calls: conditions, not names that contain
// the word. Functions that store to their own arrays are pure; calls through pointers may do anything.
// RUN: %gantry cc --dump=decisions %s | %FileCheck %s
static double own(double x)
{
    double t[2] = {x, 1};
    t[1] += x;
    return t[0] * t[1];
}
static double larger(double x) { return x > 1 ? x : 1; }
static double deep(double x) { return larger(x) + 1; }

#define LOOP(VALUE)                                                                                                    \
    _Pragma("omp target teams distribute parallel for map(from: a)") for (int i = 0; i < 100; i++) a[i] = (VALUE)

int main(void)
{
    double a[100], diff = 2, (*f)(double) = own;
    // CHECK: place region=0 {{.*}}lanes=free
    LOOP(diff * i);
    // CHECK: place region=1 {{.*}}lanes=free
    LOOP(own(i));
    // CHECK-NOT: lanes={{free|vectorised}}
    // CHECK: place region=4
    LOOP(i > 5 && diff > i);
    LOOP(deep(i));
    LOOP(f(i));
    return 0;
}
