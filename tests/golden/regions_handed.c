// What regions hand to the library of golden runs: names, layouts, values, pointers as places in arrays. A library of the test's
// own prints it.
// RUN: cc -shared -fPIC -I %src %src/tests/golden/regions/dump_check.c -Wl,-soname,libgantry_check.so.1 -o libgantry_check.so.1
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_GOLDEN=all LD_LIBRARY_PATH=. %run_emulated32 %t >out 2>err || { cat out err; exit 1; }
// RUN: %FileCheck --input-file=out %s
// In place, the same, but for the region that has no reference: it is listed
// RUN: GANTRY_GOLDEN=all LD_LIBRARY_PATH=. %run_host %t >host 2>err && sed '1d;/unsteady/,$d' out >a && sed '1d;/end of/d' host >b && sed -i 's/&p+0$/nowhere/' a b && diff a b
// RUN: grep -q "gantry golden: .*regions_handed.c:[0-9]*: in main: 1 launch in place left out: it asks which team" err
// Outputs alone: the same blocks; a mistake ends the program; a library of another kind
// RUN: grep "after" out | wc -l >n; GANTRY_GOLDEN=outputs LD_LIBRARY_PATH=. %run_emulated32 %t >only 2>err; grep "after" only | wc -l | diff - n && ! grep before only
// RUN: GANTRY_GOLDEN=mistake LD_LIBRARY_PATH=. %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "gantry: error: GANTRY_GOLDEN: 'mistake' is a mistake" err
// RUN: echo 'int nothing;' >e.c; cc -shared -fPIC e.c -Wl,-soname,libgantry_check.so.1 -o libgantry_check.so.1
// RUN: GANTRY_GOLDEN=all LD_LIBRARY_PATH=. %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "libgantry_check.so.1 is of another version of Gantry than this program" err
#include <omp.h>
#include <stdlib.h>

struct point {
    int id;
    double at[2];
    struct point *next;
};

int main(void)
{
    // CHECK: session on emulated: emulated GPU (emulated32)
    struct point p[2] = {{1, {10, 11}, NULL}, {2, {20, 21}, NULL}};
    int *a = calloc(20, sizeof *a), (*rows)[4] = calloc(3, sizeof *rows);
    double made[3] = {7, 7, 7};
    int n = 5;
    a[12] = 12;
    p[1].next = p; /* an address that nothing maps to the device's */
    // CHECK-NEXT: main:{{[0-9]+}} #1 before
    // CHECK-NEXT: d a i4 from 10: 0 0 12 0 0 0 0 0
    // CHECK-NEXT: d rows[3][4] i4 from 0: 0 0 0 0 0 0 0 0
    // CHECK-NEXT: d made[3] d from 0: - - -
    // CHECK-NEXT: p a p from 0: &a-40
    // CHECK-NEXT: p rows p from 0: &rows+0
    // CHECK-NEXT: p made p from 0: &made+0
    // CHECK-NEXT: p n i4 from 0: 5
    // CHECK-NEXT: l launch {{.*}}
    // CHECK-NEXT: main:{{[0-9]+}} #1 after
    // CHECK-NEXT: d a i4 from 10: 5 0 12 0 0 0 0 0
    // CHECK-NEXT: d rows[3][4] i4 from 0: 0 0 0 0 0 0 0 0
    // CHECK-NEXT: d made[3] d from 0: - 2.5 -
    // CHECK-NEXT: main:{{[0-9]+}} #1 before
    // CHECK-NEXT: d p[2] {32|id@0i4;at@8[2]d;next@24p;} from 0: 1 {{.*}} 2 {{.*}} nowhere
    // CHECK: main:{{[0-9]+}} #1 after
    // CHECK-NEXT: d p[2] {{.*}}
    // CHECK-NEXT: main:{{[0-9]+}} #1 before, unsteady: it asks which team or thread runs it
    // CHECK-NEXT: p n i4 from 0: 5
    // CHECK-NEXT: l launch
    // CHECK-NEXT: main:{{[0-9]+}} #1 after, unsteady: it asks which team or thread runs it {{.*}}
    // CHECK-NEXT: end of session
#pragma omp target map(tofrom : a[10:10]) map(to : rows[0:3]) map(from : made)
    {
        a[10] = n + rows[0][0];
        made[1] = 2.5;
    }
#pragma omp target map(tofrom : p)
    p[1].at[0] += p[0].at[1];
    if (n == 5) {
#pragma omp target nowait
#pragma omp teams num_teams(2)
        (void)(n + omp_get_team_num());
    }
    return 0;
}
