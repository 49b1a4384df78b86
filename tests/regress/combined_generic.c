// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A combined construct is a generic kernel too where that is asked for: the link sees that it is parallel itself. */
int main(void)
{
    int v[20], w[20], wrong = 0;
#pragma omp target teams distribute parallel for map(from: v)
    for (int i = 0; i < 20; i++)
        v[i] = i;
#pragma omp target parallel for map(from: w)
    for (int i = 0; i < 20; i++)
        w[i] = i;
    for (int i = 0; i < 20; i++)
        wrong += v[i] != i || w[i] != i;
    return wrong != 0;
}
