// RUN: %gantry cc -Wno-division-by-zero -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=warning: %s
/* Stores of all threads, teams or lanes to one mapped variable; and what protects them. */
static int counted;
#pragma omp declare target enter(counted)
void races(int n, const int *p)
{
    int sum = 0, last = 0, hits[4] = {0}, lane = 0;
// CHECK: races.c:[[#@LINE+4]]:9: warning: 'sum' is shared by all that run this construct, and each of them changes it: a race [GN0488]
// CHECK: races.c:[[#@LINE+1]]:1: note: add 'reduction(+: sum)' here, or write '#pragma omp atomic' before the statement
#pragma omp target teams distribute parallel for map(tofrom: sum) map(to: p[0:n])
    for (int i = 0; i < n; i++)
        sum += p[i];
// CHECK: races.c:[[#@LINE+4]]:9: warning: 'last' is shared by all that run this construct, and each of them writes it: a race
// CHECK: races.c:[[#@LINE+1]]:1: note: add 'private(last)' or 'lastprivate(last)' here
#pragma omp target parallel for map(from: last) map(to: p[0:n])
    for (int i = 0; i < n; i++)
        last = p[i];
#pragma omp target map(tofrom: hits) map(to: p[0:n])
#pragma omp teams
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
// CHECK: races.c:[[#@LINE+1]]:9: warning: 'hits[0]' is shared by all
        hits[0] += p[i];
#pragma omp target simd map(tofrom: lane) map(to: p[0:n])
    for (int i = 0; i < n; i++)
// CHECK: races.c:[[#@LINE+1]]:9: warning: 'lane' is shared by all
        lane -= p[i];
#pragma omp target parallel
// CHECK: races.c:[[#@LINE+1]]:5: warning: 'counted' is shared by all
    counted++;
}
void on_their_own(int n, int *p)
{
    int i, j, k, sum;
#pragma omp target map(tofrom: p[0:n])
#pragma omp teams distribute parallel for
    for (k = 0; k < n; k++) {
// CHECK: races.c:[[#@LINE+1]]:9: warning: 'i' is shared by all that run this construct, and each of them writes it: a race
        i = k / 7;
// CHECK: races.c:[[#@LINE-6]]:9: note: declare it inside the construct, or add 'private(i)'
        p[k] += i;
    }
#pragma omp target teams distribute map(tofrom: p[0:n])
    for (k = 0; k < n; k++)
// CHECK: races.c:[[#@LINE+1]]:28: warning: 'j' is shared by all that run this construct, and each of them changes it: a race
        for (j = 0; j < 3; j++)
            p[k]++;
#pragma omp target map(tofrom: p[0:n])
    {
        sum = 0;
        for (k = 0; k < n; k++)
            sum += p[k];
#pragma omp parallel for private(i) lastprivate(j)
        for (k = 0; k < n; k++) {
            i = p[k] / sum;
            j = p[k] - i;
            p[k] = j;
        }
        p[0] = j;
    }
}
void protected(int n, const int *p)
{
    int sum = 0, last = 0, hits[4] = {0}, done = 0, one = 0;
    _Atomic int at = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum, done, at) map(to: p[0:n]) map(tofrom: hits)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        sum += p[i];
        at++;
        if (i == 3)
            done = i;
        hits[i & 3] = 1;
        __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
        __sync_fetch_and_add(&hits[0], 1);
        *(&hits[0] + (i & 3)) = 2;
    }
#pragma omp target parallel map(tofrom: sum, last) map(to: p[0:n])
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += p[i];
#pragma omp critical
        last++;
#pragma omp single
        last = sum;
#pragma omp masked
        last++;
    }
#pragma omp target parallel map(tofrom: sum) map(to: p[0:n]) reduction(+ : sum)
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            sum += p[i];
    }
#pragma omp target parallel num_threads(1) map(tofrom: one)
    one++;
#pragma omp target teams distribute map(tofrom: hits) map(to: p[0:n])
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < n; j++)
            hits[i] += p[j];
    (void)last, (void)done;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: one)
    for (int i = 0; i < n; i++)
        for (int j = 3; j < 3; j++)
            one++;
#pragma omp target parallel for map(tofrom: one)
    for (int i = 4; i >= 4; i--)
        one++;
}
