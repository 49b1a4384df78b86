// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
// RUN: %front --no-check -DGOOD %s 2>&1 | %FileCheck --check-prefix=GOOD --allow-empty --implicit-check-not=GN0 %s
// GOOD: function wrong
/* Restrictions of single constructs, each with its good twin. */
int linked;
int entered;
#ifdef GOOD
#pragma omp declare target enter(entered)
#pragma omp declare target link(linked)
#else
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: 'linked' is in 'link' and in 'enter' or 'to': it has a copy on the device at all times, or only while it is mapped [GN0715]
#pragma omp declare target enter(linked)
#pragma omp declare target link(linked)
#endif
void wrong(int n, double *p, double whole[n])
{
    int x = 0, y = 0, a[10], vla[n];
    const int fixed = 1;
#ifndef GOOD
// CHECK: :[[#@LINE+1]]:26: error: 'num_teams' asks for at least 8 teams and at most 4: write the smaller number first [GN0710]
#pragma omp target teams num_teams(8 : 4)
    x = 1;
// CHECK: :[[#@LINE+1]]:26: error: 'num_teams' needs a positive number, not 0 [GN0211]
#pragma omp target teams num_teams(0 : 4)
    x = 1;
// CHECK: :[[#@LINE+1]]:45: error: 'safelen' and 'order' exclude each other: iterations in any order have no distance to keep [GN0209]
#pragma omp target simd order(concurrent)   safelen(4)
    for (int i = 0; i < n; i++) p[i] = 1;
// CHECK: :[[#@LINE+4]]:17: error: 'schedule' needs loops whose bounds name no outer loop's variable: leave the clause out, or 'collapse' [GN0217]
// CHECK: :[[#@LINE+5]]:9: note: the bounds of this loop do
// CHECK: :[[#@LINE+2]]:34: error: 'dist_schedule' needs loops
#pragma omp target teams distribute parallel for      \
    collapse(2) schedule(static) dist_schedule(static, 2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) p[i] = 1;
// CHECK: :[[#@LINE+1]]:42: error: the section 'a[0:0]' in 'reduction' is empty [GN0208]
#pragma omp target parallel reduction(+: a[0:0])
    x = 1;
// CHECK: :[[#@LINE+1]]:25: error: sections of arrays stand in square brackets: 'a[first : number of elements]' [GN0716]
#pragma omp target map(a(1:4))
    x = 1;
// CHECK: :[[#@LINE+2]]:24: warning: section 'vla[1:n]' begins at 1 and has as many elements as the array: it reaches past its end [GN0430]
// CHECK: note: a section is [first : number of elements], not [first : last]; 'vla' has 'n' elements
#pragma omp target map(vla[1:n])
    x = 1;
// CHECK: :[[#@LINE+1]]:30: warning: section 'whole[1:n]' begins at 1
#pragma omp target map(from: whole[1:n])
    x = 1;
// CHECK: :[[#@LINE+1]]:30: warning: 'fixed' is const, and 'from' copies into it: map it 'to' [GN0433]
#pragma omp target map(from: fixed)
    x = fixed;
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'a[0:4]' and 'a[2:5]' overlap: what belongs to both is copied in no certain order [GN0436]
// CHECK: note: 'a[0:4]' is here
#pragma omp target map(to: a[0:4]) map(from: a[2:5])
    x = 2;
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:20: error: the hints 'uncontended' and 'contended' exclude each other [GN0711]
#pragma omp atomic hint(1 | 2)
        x++;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the hints 'nonspeculative' and 'speculative' exclude each other [GN0711]
#pragma omp critical(name) hint(12)
        x++;
// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: 'x' is read once more beside the atomic update: read it into another variable before [GN0307]
// CHECK: :[[#@LINE+1]]:1: note: 'atomic' is here
#pragma omp atomic
        x = x + 2 * x;
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: 'x' is read once more
#pragma omp atomic write
        x = x;
// CHECK: :[[#@LINE+1]]:19: error: 'x + 1' in 'flush' is an expression: name the variable [GN0213]
#pragma omp flush(x + 1)
    }
// CHECK: :[[#@LINE+4]]:31: error: 'x' is private to each thread here: there is no one variable to reduce into [GN0712]
// CHECK: :[[#@LINE+1]]:1: note: the 'parallel' construct is here: share 'x' there
#pragma omp target parallel private(x)
    {
#pragma omp scope reduction(+:x)
        x++;
        int mine = 0;
// CHECK: :[[#@LINE+1]]:35: error: 'mine' is private to each thread here
#pragma omp sections reduction(+: mine)
        { mine++; }
    }
#pragma omp target parallel for ordered(1)
    for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink: i - 1)
#pragma omp ordered depend(source)
// CHECK: :[[#@LINE+2]]:1: error: a second 'ordered' with 'source' in one loop: each iteration is done once [GN0713]
// CHECK: note: the first is here
#pragma omp ordered depend(source)
    }
// CHECK: :[[#@LINE+5]]:1: warning: no 'ordered' with 'source' in this loop says that an iteration is done: this waits for ever [GN0432]
// CHECK: :[[#@LINE+1]]:1: note: the loop is here
#pragma omp target parallel for ordered(1)
    for (int i = 1; i < n; i++) {
        p[i]++;
#pragma omp ordered depend(sink: i - 1)
    }
#pragma omp target parallel for ordered(2)
    for (int i = 1; i < n; i++)
        for (int j = n; j > 0; j--) {
// CHECK: :[[#@LINE+1]]:37: warning: 'j - 1' waits for an iteration that comes after this one [GN0431]
#pragma omp ordered depend(sink: i, j - 1)
// CHECK: :[[#@LINE+1]]:34: warning: 'i + 1' waits for an iteration that comes after this one
#pragma omp ordered depend(sink: i + 1, j + 1)
#pragma omp ordered depend(source)
        }
#pragma omp target parallel
#pragma omp sections nowait
    {
#pragma omp section
        {
// CHECK: :[[#@LINE+1]]:1: error: what 'cancel' ends must not have 'nowait': threads meet at its end [GN0714]
#pragma omp cancel sections
        }
    }
#else
#pragma omp target teams num_teams(4 : 8)
    y = 1;
#pragma omp target simd order(concurrent) simdlen(4)
    for (int i = 0; i < n; i++) p[i] = 1;
#pragma omp target map(to: a[0:4], p[0:3]) map(from: a[4:3])
    a[5] = 2;
#pragma omp target map(vla[1 : n - 1], a[1:4]) map(from: whole[0:n]) map(to: fixed) map(tofrom: x, y)
    {
#pragma omp atomic hint(2 | 8)
        x++;
#pragma omp atomic
        x = x + 2 * y;
#pragma omp atomic
        x += (int)sizeof x;
#pragma omp atomic write
        y = x;
#pragma omp flush(x)
    }
#pragma omp target parallel reduction(+: a[0:3])
    a[0] = fixed;
#pragma omp target parallel map(x)
    {
#pragma omp scope reduction(+: x)
        x++;
    }
#pragma omp target parallel for ordered(2)
    for (int i = 1; i < n; i++)
        for (int j = n; j > 0; j--) {
#pragma omp ordered depend(sink: i, j + 1) depend(sink: i - 1, j - 5)
            p[i]++;
#pragma omp ordered depend(source)
        }
#pragma omp target parallel
#pragma omp sections
    {
#pragma omp section
        {
#pragma omp cancel sections
        }
    }
#endif
    (void)y, (void)vla, (void)a;
}
