// What came back as it was sent, though the host stored there in between: the copy undoes that, and is no waste.
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_STATS=%t.stats GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t >%t.out && %FileCheck %s <%t.txt && %not grep -E ' (stored|twice|large|updated)[^ ]*: came back unchanged' %t.txt
// What is told, pasted: results stay.
// RUN: cd %T && for f in GP103:kept GP103:whole; do python3 %S/Inputs/paste.py %t.json %s new.c "$f" && %gantry cc -O1 --offload-arch=emulated new.c -o new && %run_emulated32 ./new | cmp - %t.out || exit 1; done
#include <stdio.h>
enum { N = 64, LARGE = 20000 };
static double kept[N], stored[N], updated[N], twice[N], whole[LARGE], large[LARGE], sum;

static void add(const double *a, int n)
{
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : a[0 : n])
    for (int i = 0; i < n; i++)
        sum += a[i];
}

int main(void)
{
    for (int k = 0; k < 3; k++) {
#pragma omp target data map(tofrom : kept)
        add(kept, N);
#pragma omp target data map(tofrom : whole)
        add(whole, LARGE);
#pragma omp target data map(tofrom : stored)
        {
            add(stored, N);
            stored[5] = k + 1;
        }
#pragma omp target data map(tofrom : large)
        {
            add(large, LARGE);
            large[LARGE / 2 + 7] = k + 1; /* where no sample of it is taken, perhaps */
        }
#pragma omp target enter data map(to : updated, twice)
        updated[9] = k + 1;
        twice[3] = k + 1;
#pragma omp target update from(updated, twice)
        twice[3] = -k - 1;
#pragma omp target update from(twice)
        add(updated, N), add(twice, N);
#pragma omp target exit data map(release : updated, twice)
    }
    printf("%g %g %g %g %g\n", sum, stored[5], large[LARGE / 2 + 7], updated[9], twice[3]);
    return 0;
}
// CHECK-DAG: stored.c:[[#]] kept: came back unchanged, 3 of 3 times [GP103]
// CHECK-DAG: stored.c:[[#]] whole: came back unchanged, 3 of 3 times [GP103]
