// RUN: %gantry cc --dump=host -c %s -o %t.o | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc --dump=device -c %s -o %t.o | %FileCheck --check-prefix=DEV %s
// RUN: %gantry cc --dump=decisions -c %s -o %t.o | %FileCheck --check-prefix=CHOICE %s
// RUN: %gantry explain %s | %FileCheck --check-prefix=EXPLAIN %s
/* A target construct is written once for the initial device and once for GPUs, which take no notice of the other; its
 * metadirective leaves nothing between target and teams. */
// CHOICE: choice line=[[#@LINE+17]] on=the initial device: parallel for
// CHOICE: choice line=[[#@LINE+16]] on=NVIDIA GPUs: teams distribute parallel for
// CHOICE: choice line=[[#@LINE+15]] on=the emulated GPU: teams distribute parallel for
// CHOICE: choice line=[[#@LINE+21]] on=the initial device when=(n > 99): parallel for num_threads(2)
// CHOICE: choice line=[[#@LINE+20]] on=the initial device: nothing
// CHOICE: kernel gantry_k_metadirective_choose_{{[0-9]+_[0-9a-f]+}} line=[[#@LINE+11]] mode=spmd
// CHOICE: kernel gantry_k_metadirective_choose_{{[0-9]+_2_[0-9a-f]+}} line=[[#@LINE+10]] mode=spmd why=GR101
// EXPLAIN: metadirective.c:[[#@LINE+10]]: chosen for the initial device: parallel for: its context selector fits, with the highest score [GR501]
// EXPLAIN: metadirective.c:[[#@LINE+16]]: chosen for the initial device: parallel for num_threads(2) when (n > 99): {{.*}} [GR502]
void choose(int n, int *a)
{
// HOST-LABEL: void choose(int n, int *a)
// HOST: if (__gantry_place(n, (n > 3) != 0) == 0) {
// HOST: __gantry_target(gantry_region_0()
// HOST: } else {
// HOST: __gantry_target(gantry_region_2()
#pragma omp target map(tofrom: a[0:n]) device(n) if(target: n > 3)
#pragma omp metadirective when(device={kind(gpu)}: teams distribute parallel for) default(parallel for)
    for (int i = 0; i < n; i++)
        a[i]++;
// HOST: if ((n > 99)) {
// HOST: #pragma omp parallel for num_threads(2)
// HOST: else {
// HOST-NOT: #pragma omp
#pragma omp metadirective when(user={condition(n > 99)}: parallel for num_threads(2)) default(nothing)
    for (int i = 0; i < n; i++)
        a[i]++;
}
/* In a function of both, the place is a constant. */
// HOST-LABEL: int both(int n)
// DEV: int both(
// DEV: if (__gantry_here() == 0) {
// DEV: __gd_parallel
// DEV: } else {
int both(int n)
{
    int count = 0;
#pragma omp metadirective when(device={kind(host)}: parallel num_threads(2)) default(nothing)
    {
#pragma omp atomic
        count++;
    }
    return count;
}
#pragma omp declare target(both)
