// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o
/* A variable that the directive maps and shares is shared, whatever its 'default' says. */
void f(int n)
{
    int x = 0;
#pragma omp target teams distribute parallel for default(firstprivate) map(tofrom: x) shared(x)
    for (int i = 0; i < n; i++)
#pragma omp atomic
        x++;
}
