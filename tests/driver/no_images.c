// RUN: %gantry cc --offload-arch=none %s -o %t && %run_host %t
// RUN: %gantry cc -c --offload-arch=none %s -o %t.o && %gantry cc %t.o -o %t && %run_host %t
// RUN: %not env OMP_TARGET_OFFLOAD=MANDATORY GANTRY_DEVICES=emulated %t 2>&1 | %FileCheck %s
/* a program without images runs on the host, and says so when it must not */
// CHECK: {{.*}}emulated
int main(void)
{
    int a[10] = {0};
#pragma omp target enter data map(to: a)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
        a[i] = i;
#pragma omp target exit data map(from: a)
    return a[9] != 9;
}
