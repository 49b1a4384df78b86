// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* list items, iterators and mappers that OpenMP does not allow */
typedef struct { int n, *v; } vec;
struct node { struct node *next; int *p; };
static int global;
void lists(int n, int *p, int **pp, vec s, float f)
{
    int a[10][20], b[30];
// CHECK: :[[# @LINE + 1]]:39: error: the section 'b[0:10:3]' is not contiguous: 'map' takes whole rows; 'target update' can transfer such a section [GN0620]
#pragma omp target enter data map(to: b[0:10:3])
// CHECK: :[[# @LINE + 1]]:39: error: the section 'a[1:3][2:4]' is not contiguous
#pragma omp target enter data map(to: a[1:3][2:4])
// CHECK: :[[# @LINE + 1]]:39: error: 'pp[0:n][0:3]' takes several pointers and then a section of each: use an iterator, map(iterator(i=0:n), ...: p[i][0:m]) [GN0621]
#pragma omp target enter data map(to: pp[0:n][0:3])
// CHECK: :[[# @LINE + 1]]:30: error: the stride of section 'b[0:5:0]' is 0, and must be positive [GN0208]
#pragma omp target update to(b[0:5:0])
// CHECK: :[[# @LINE + 1]]:30: error: the stride of section 'b[20:5:-2]' is -2, and must be positive
#pragma omp target update to(b[20:5:-2])
// CHECK: :[[# @LINE + 1]]:30: error: section 'b[2:10:4]' reaches element 39, of 30 [GN0208]
#pragma omp target update to(b[2:10:4])
// CHECK: :[[# @LINE + 1]]:39: error: the length of section 'p[0:-2]' is -2 [GN0208]
#pragma omp target enter data map(to: p[0:-2])
// CHECK: :[[# @LINE + 1]]:31: error: 'ompx_hold' holds a variable while a region runs: 'target enter data' has none [GN0207]
#pragma omp target enter data map(ompx_hold, to: b)
// CHECK: :[[# @LINE + 1]]:53: error: there is no mapper 'half' for 's', of type 'vec' [GN0622]
#pragma omp target enter data map(mapper(half), to: s)
// CHECK: :[[# @LINE + 1]]:50: error: the iterator 'x' must have an integer or pointer type, not 'float' [GN0627]
#pragma omp target enter data map(iterator(float x = 0:3), to: b[(int)x])
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: expected ':' and the end of the range in 'iterator'
#pragma omp target enter data map(iterator(i = 0), to: b[i])
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: expected 'name = begin:end' in 'iterator'
#pragma omp target enter data map(iterator(0:3), to: b[0])
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: a section of a shaped pointer needs parentheses
#pragma omp target update to(([n][n])p[0:2][0:3])
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: expected '[size]' in a shaping operator
#pragma omp target update to(([n]n)p)
    (void)f;
}
// CHECK: :[[# @LINE + 1]]:1: error: a mapper is for a structure or union, and 'int' is none [GN0623]
#pragma omp declare mapper(one: int i) map(i)
// CHECK: :[[# @LINE + 1]]:1: error: 'declare mapper' needs a 'map' clause with 's' or a member of it [GN0214]
#pragma omp declare mapper(two: vec s)
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: 'global' is not part of 's', which this mapper is for [GN0213]
#pragma omp declare mapper(three: vec s) map(s, global)
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: the map type of 'declare mapper' must be to, from, tofrom or alloc, not 'delete' [GN0207]
#pragma omp declare mapper(four: vec s) map(delete: s)
#pragma omp declare mapper(vec s) map(s)
// CHECK: :[[# @LINE + 2]]:1: error: a second mapper 'default' for 'vec' in the same scope [GN0625]
// CHECK: :[[# @LINE - 2]]:1: note: the first is here
#pragma omp declare mapper(vec s) map(s.n)
// CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: expected a type and the name of a variable in 'declare mapper'
#pragma omp declare mapper(vec) map(s.n)
void block(int n)
{
// CHECK: :[[# @LINE + 1]]:1: error: the mapper 'mine' uses 'n', a variable of the function around it; only variables of file scope are known wherever it is used [GN0626]
#pragma omp declare mapper(mine: vec s) map(s.v[0:n])
}
