// RUN: %gantry cc %O --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* masked in a parallel region under a distributed loop; filter(1) has nobody where a team is one thread. */
int main(void)
{
    int a[8] = {0}, bad = 0, others = 0;
#pragma omp target teams distribute map(tofrom: a, others)
    for (int i = 0; i < 8; i++) {
#pragma omp parallel
        {
#pragma omp masked
            {
                a[i] += i + 1;
            }
#pragma omp masked filter(1 << 20)
            others = 1;
        }
    }
    for (int i = 0; i < 8; i++)
        bad |= a[i] != i + 1;
    return bad || others;
}
