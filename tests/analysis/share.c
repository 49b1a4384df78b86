// RUN: %gantry cc --dump=decisions --teams-mode=generic %s | %FileCheck %s
/* what an outlined parallel region captures, by value or by reference, and what must live in team-shared memory */
void share(int n, double *a)
{
// CHECK: kernel gantry_k_share_share_
#pragma omp target teams distribute map(a[0:n])
    for (int i = 0; i < n; i++) {
        double read = a[i], written = 0, tile[16];
        int only_main = i;
        only_main++;
// CHECK-DAG: shared written
// CHECK-DAG: shared tile
// CHECK-NOT: shared read
// CHECK-NOT: shared only_main
// CHECK: leaves=parallel,for, inline=0 tile:ref i:value read:value{{$}}
#pragma omp parallel for
        for (int j = 0; j < 16; j++)
            tile[j] = i + read;
// CHECK: leaves=parallel,for, inline=0 {{.*}}written:ref
#pragma omp parallel for reduction(+: written)
        for (int j = 0; j < 16; j++)
            written += tile[j];
        a[i] = written + only_main;
    }
}
