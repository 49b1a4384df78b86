// Where races or barriers are looked for, one OS thread runs the teams, also where the environment asks for several: the
// judge follows one. The program prints how many threads it has after a region.
// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY; GANTRY_CHECK=all GANTRY_EMULATED_THREADS=1 %t > %t.one
// RUN: export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY; for c in all races barriers; do GANTRY_CHECK=$c GANTRY_EMULATED_THREADS=4 %t | cmp - %t.one || exit 1; done
// RUN: export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY; GANTRY_CHECK=bounds GANTRY_EMULATED_THREADS=4 %t > %t.four; ! cmp -s %t.one %t.four
// LABELS: run
#include <dirent.h>
#include <stdio.h>

int main(void)
{
    int a[256], n = 0;
#pragma omp target teams distribute num_teams(64) map(from : a)
    for (int i = 0; i < 256; i++)
        a[i] = i;
    DIR *tasks = opendir("/proc/self/task");
    while (tasks && readdir(tasks))
        n++;
    printf("%d %d\n", a[255], n);
    return tasks ? closedir(tasks) : 1;
}
