// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
/* Rules that look at what a region does (src/front/rules/rules.c): place, text and note of each. Good twins: rules_of_openmp.list. */
int omp_get_thread_num(void);
void omp_set_num_teams(int);
static int asks(void) { return omp_get_thread_num(); }
static void meets(void)
{
#pragma omp barrier
}
// CHECK: :[[#@LINE+1]]:31: error: the initializer of 'twice' sets 'omp_priv', and may use 'omp_orig'; it does not know 'omp_out' [GN0444]
#pragma omp declare reduction(twice : int : omp_out += omp_in) initializer(omp_out = 0)
// CHECK: :[[#@LINE+1]]:31: error: '*' reduces 'double' already: give this reduction a name of its own [GN0445]
#pragma omp declare reduction(* : double : omp_out *= omp_in)
void wrong(int n, double *p, double (*m)[8])
{
    int x = 0, y = 0;
// CHECK: :[[#@LINE+2]]:45: error: 'schedule' needs collapsed loops whose bounds do not name each other's variables: leave it away [GN0440]
// CHECK: :[[#@LINE+3]]:9: note: the bounds of this loop do
#pragma omp target parallel for collapse(2) schedule(static)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) p[j] = 1;
// CHECK: :[[#@LINE+1]]:34: error: the loop variable 'x' goes on by -2, and 'linear' says 2 [GN0441]
#pragma omp target simd   linear(x : 2)
    for (x = n; x > 0; x -= 2) p[x] = 1;
#pragma omp target parallel
    {
// CHECK: :[[#@LINE+1]]:33: error: no construct around this task reduces 'x': 'in_reduction' needs a 'taskgroup' with 'task_reduction', or a 'reduction(task, ...)' [GN0442]
#pragma omp task in_reduction(+:x)
        x++;
    }
#pragma omp target parallel private(x)
    {
// CHECK: :[[#@LINE+2]]:32: error: 'x' is private to each thread already: 'firstprivate' copies a variable that they share [GN0443]
// CHECK: :[[#@LINE-3]]:1: note: the 'parallel' construct is here
#pragma omp scope firstprivate(x)
        y = x;
    }
#pragma omp target parallel for collapse(2)
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+2]]:9: warning: 'p[i]' is changed between collapsed loops: that may happen for each iteration of the inner one [GN0490]
// CHECK: :[[#@LINE-3]]:1: note: do it in a loop of its own, or collapse fewer loops here
        p[i] += 2;
        for (int j = 0; j < 8; j++) m[i][j] = 1;
// CHECK: :[[#@LINE+2]]:20: error: 'continue' may not stand between the loops that 'collapse' joins [GN0303]
// CHECK: :[[#@LINE-7]]:1: note: they are those of this directive
        if (i > 3) continue;
    }
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+2]]:9: warning: 'meets' holds a 'barrier', which all threads of a team must come to, and 'target parallel for' does not let them [GN0491]
// CHECK: :8:1: note: the 'barrier' is here
        meets();
#pragma omp target parallel
    {
        if (omp_get_thread_num() > 0) {
// CHECK: :[[#@LINE+2]]:1: warning: all threads of a team must come to 'barrier', and a condition on the thread stands before it [GN0491]
// CHECK: :[[#@LINE-2]]:13: note: the condition is here
#pragma omp barrier
        }
    }
#pragma omp target parallel for ordered
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+3]]:1: warning: an iteration may come to this 'ordered' region more than once: put the loop into the region [GN0492]
// CHECK: :[[#@LINE+1]]:9: note: this loop is inside one iteration
        for (int j = 0; j < 3; j++) {
#pragma omp ordered
            x++;
        }
    }
#pragma omp target
// CHECK: :[[#@LINE+1]]:5: warning: the effect of 'omp_set_num_teams' in a target region is not specified: call it on the host, before [GN0493]
    omp_set_num_teams(3);
#pragma omp target
    {
#pragma omp assume    absent(parallel)
        {
// CHECK: :[[#@LINE+2]]:1: warning: 'parallel' stands where 'absent' says that it does not [GN0494]
// CHECK: :[[#@LINE-3]]:23: note: assumed here
#pragma omp parallel
            x++;
        }
    }
#pragma omp target parallel for reduction(inscan, + : x)
    for (int i = 0; i < n; i++) {
        int step = i;
        x += step;
#pragma omp scan inclusive(x)
// CHECK: :[[#@LINE+2]]:20: warning: 'step' comes from the other side of the 'scan', which only the variables of its list may cross [GN0495]
// CHECK: :[[#@LINE-4]]:13: note: compute it again after the 'scan'
        p[i] = x + step;
    }
// CHECK: :[[#@LINE+1]]:24: warning: the length of section 'p[0:n * sizeof(double)]' is a number of elements, not of bytes [GN0496]
#pragma omp target map(p[0:n * sizeof(double)])
    p[0] = 1;
#pragma omp target teams
#pragma omp loop
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+2]]:16: error: 'asks' may not be called in 'loop', whose iterations may run in any order: it calls 'omp_get_thread_num' [GN0301]
// CHECK: :5:{{[0-9]+}}: note: here
        p[i] = asks();
// CHECK: :[[#@LINE+1]]:24: error: 'x + 1' in 'map' is a value, not a variable or a place in memory [GN0213]
#pragma omp target map(x + 1)
    x = 1;
    (void)y;
}
