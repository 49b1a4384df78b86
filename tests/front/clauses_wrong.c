// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* Clauses that do not fit: the directive, each other, or what they name. */
int func(void);
void f(int n, double *p, int b[4][8])
{
    int a[10], s = 0, t = 0;
    double d = 0;
    struct st { int x; } st;
// CHECK: :[[#@LINE+1]]:20: error: 'target' does not take the clause 'schedule' [GN0202]
#pragma omp target schedule(static)
    s = 1;
// CHECK: :[[#@LINE+2]]:45: error: 'collapse' may be given only once [GN0203]
// CHECK: :[[#@LINE+1]]:33: note: given before here
#pragma omp target parallel for collapse(1) collapse(1)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:20: error: the clause 'ompx_bare' is not supported on 'target' in device code: leave it out [GN0204]
#pragma omp target ompx_bare
    s = 1;
// CHECK: :[[#@LINE+1]]:24: error: section 'a[5:10]' reaches element 15, of 10 [GN0208]
#pragma omp target map(a[5:10])
    s = 1;
// CHECK: :[[#@LINE+1]]:24: error: section 'b[1][9:]' begins at 9, outside the 8
#pragma omp target map(b[1][9:])
    s = 1;
// CHECK: :[[#@LINE+1]]:24: error: section 'p[:]' needs a length
#pragma omp target map(p[:])
    s = 1;
// CHECK: :[[#@LINE+1]]:24: error: the length of section 'p[0:-1]' is -1
#pragma omp target map(p[0:-1])
    s = 1;
// CHECK: :[[#@LINE+1]]:24: error: 's[0:2]' is no array or pointer
#pragma omp target map(s[0:2])
    s = 1;
// CHECK: :[[#@LINE+1]]:31: error: the map type of 'target enter data' must be to or alloc, not 'from' [GN0207]
#pragma omp target enter data map(from: a)
// CHECK: :[[#@LINE+1]]:1: error: 'target update' needs a 'to' or 'from' clause [GN0214]
#pragma omp target update
// CHECK: :[[#@LINE+2]]:47: error: 's' is in 'private' and in 'firstprivate' [GN0212]
// CHECK: :[[#@LINE+1]]:28: note: given before here
#pragma omp target private(s, t) firstprivate(s)
    s = 1;
// CHECK: :[[#@LINE+1]]:35: error: 's' is in 'map' and in 'private'
#pragma omp target map(s) private(s)
    s = 1;
// CHECK: :[[#@LINE+1]]:42: error: 'd' of type 'double' cannot be reduced by '&' [GN0215]
#pragma omp target parallel reduction(&: d)
    s = 1;
// CHECK: :[[#@LINE+1]]:45: error: no 'declare reduction' of 'mine' for type 'double' is visible here [GN0680]
#pragma omp target parallel reduction(mine: d)
    s = 1;
// CHECK: :[[#@LINE+1]]:26: error: 'num_teams' needs a positive number, not 0 [GN0211]
#pragma omp target teams num_teams(0)
    s = 1;
// CHECK: :[[#@LINE+1]]:25: error: 'safelen' and 'simdlen' do not fit
#pragma omp target simd simdlen(8) safelen(4)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:25: error: 'simdlen' needs a constant number [GN0210]
#pragma omp target simd simdlen(n)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:33: error: 'collapse' needs a constant number
#pragma omp target parallel for collapse(n)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:28: error: 'func' is a function, and cannot be in 'map' [GN0213]
#pragma omp target map(to: func)
    s = 1;
// CHECK: :[[#@LINE+1]]:34: error: 's' in 'is_device_ptr' is no pointer
#pragma omp target is_device_ptr(s)
    s = 1;
// CHECK: :[[#@LINE+1]]:28: error: a list item of 'private' must be the name of a variable, found 'st.x'
#pragma omp target private(st.x)
    s = 1;
// CHECK: :[[#@LINE+1]]:39: error: 'if' may be given only once for each construct
#pragma omp target parallel for if(n) if(target: n)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:36: error: 'teams' in 'if' names no construct of this directive [GN0205]
#pragma omp target parallel for if(teams: n)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:42: error: expected one of 'static', 'dynamic', {{.*}}, found 'statc'
#pragma omp target parallel for schedule(statc, 4)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:48: error: schedule(auto) takes no chunk size
#pragma omp target parallel for schedule(auto, 4)
    for (int i = 0; i < n; i++) s = 1;
// CHECK: :[[#@LINE+1]]:27: error: device(ancestor: ...) needs 'requires reverse_offload', which is not supported: end the region, call the host's code, and begin another region [GN0206]
#pragma omp target device(ancestor: 1)
    s = 1;
}
