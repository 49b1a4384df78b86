// RUN: %gantry explain %s > %t.text 2> %t.err; grep -q "'single_launch' in line [0-9]*: separate launches: devices access the host's memory .GR668. .GN0472." %t.err
// RUN: %gantry cc -fcheck --dump=decisions %s | grep -q 'single line=[0-9]* why=GR666'
/* Devices that share the host's memory: the loop stays as it is. */
#pragma omp requires unified_shared_memory

void f(int n, int *a)
{
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
}
