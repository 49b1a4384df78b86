// RUN: %gantry cc --dump=host %s | %FileCheck %s
/* list items that exist at run time only: loops for iterators, a function for a mapper, dimensions for strides */
struct vec { int n; double *v; };
#pragma omp declare mapper(struct vec s) map(to: s.n) map(s.v[0:s.n])
void lists(int n, int m, double **a, struct vec *s, int g[40][50])
{
// CHECK: static void __gantry_mapper_0(struct gantry_list **__gd_l, const struct gantry_map *__gd_m, void *__gd_p, unsigned __gd_f) {
// CHECK-NEXT: struct vec *s = __gd_p;
// CHECK-NEXT: __gantry_list_add(__gd_l, __gd_m, "s.n", GANTRY_MAPPED(0x801u, __gd_f), (void *)&(*s), (void *)(&((*s).n)), sizeof((*s).n));
// CHECK-NEXT: __gantry_list_add(__gd_l, __gd_m, "s.v[0:s.n]", GANTRY_MAPPED(0x103u, __gd_f), (void *)&(((*s).v)),
// CHECK: {"a[i][0:m]", 0x1101, 0, [[# @LINE + 13]],
// CHECK: {"s[0:n]", 0x10401, 0, [[# @LINE + 15]],
// CHECK-NEXT: {"s[0:n]", 0x1001, 0, [[# @LINE + 14]],
// CHECK: {"g[0:n:2][1:m]", 0x1002, 0, [[# @LINE + 16]],
// CHECK: struct gantry_list *__gd_l0 = 0;
// CHECK-NEXT: if (__gd_dev >= 0) {
// CHECK: __typeof__(long) __gd_b0 = (n), __gd_e0 = (0);
// CHECK-NEXT: const long __gd_s0 = (-2), __gd_d0 = (long)__gd_e0 - (long)__gd_b0;
// CHECK: for (long __gd_i0 = 0; __gd_i0 < __gd_n0; __gd_i0++) {
// CHECK-NEXT: long i = __gd_b0 + __gd_i0 * __gd_s0;
// CHECK-NEXT: __gantry_list_add(&__gd_l0, &gantry_region_1()->maps[0], "a[i][0:m]", 0x101u, (void *)&((a)[i]), (void *)((char *)&(a)[i][0]),
// CHECK: struct gantry_val __gd_v[] = {
// CHECK-NEXT: {__gd_l0, 0, 0},
#pragma omp target enter data map(iterator(long i = n:0:-2), to: a[i][0:m])
// CHECK: const struct gantry_dim __gd_dim[] = {{[{][{]n, \(long\)sizeof\(\(s\)\[0\]\)[}][}]}};
// CHECK-NEXT: __gantry_list_add_mapped(&__gd_l1, &gantry_region_2()->maps[1], "s[0:n]", 0x1u, (void *)((char *)&(s)[0]), sizeof((s)[0]), 1, __gd_dim, __gantry_mapper_0);
#pragma omp target enter data map(to: s[0:n])
// CHECK: const struct gantry_dim __gd_dim[] = {{[{][{]n, \(long\)sizeof\(\(g\)\[0\]\) \* \(2\)[}], [{].*m.*, \(long\)sizeof\(\(g\)\[0\]\[1\]\)[}][}]}};
// CHECK-NEXT: __gantry_list_add_section(&__gd_l0, &gantry_region_3()->maps[0], "g[0:n:2][1:m]", 0x2u, (void *)((char *)&(g)[0][1]), sizeof((g)[0][1]), 2, __gd_dim);
#pragma omp target update from(g[0:n:2][1:m])
}
