// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc -c --offload-arch=emulated,sm_70 %s -o %t.o
/* constant tables with pointers that a function declares: in one function of device code, named through it in kernels */
typedef double (*operation)(double);
static double half(double x) { return x / 2; }
static int numbers[3] = {1, 2, 3};
double f(int i, double x)
{
    static const struct { const char *name; operation op; } table[] = {{"half", half}, {"again", half}};
    static const operation *first = &table[0].op;
    static const char *never_here[] = {"host", "only"};
// CHECK-NOT: numbers
// CHECK: static double half(double x)
// CHECK: static __attribute__((always_inline)) const void *gantry_tables_f(unsigned which) {
// CHECK: gantry_tag_[[T:[0-9]+]] { const char *name; operation op; };
// CHECK: static const struct gantry_tag_[[T]] table_[[A:[0-9]+]][2] =
// CHECK-SAME: {{[{][{]}}"half", half}, {"again", half}};
// CHECK: static const operation *first_[[B:[0-9]+]] = &table_[[A]][0].op;
// CHECK-NOT: never_here
// CHECK: case 0: return &table_[[A]];
// CHECK: case 1: return &first_[[B]];
// CHECK: __GD_KERNEL
// CHECK: (*(const struct gantry_tag_[[T]] (*)[2])gantry_tables_f(0))[i].op
// CHECK-SAME: (*(const operation *(*))gantry_tables_f(1))
#pragma omp target map(tofrom: x)
    x = table[i].op(x) + (*first)(x);
    return x + *never_here[i] + numbers[i];
}
