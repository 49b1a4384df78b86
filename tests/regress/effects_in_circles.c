// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Functions that call each other have each other's effects, whichever is looked at first. */
static int even(int n, int *a);
static int odd(int n, int *a) { return n ? even(n - 1, a) : 0; }
static int even(int n, int *a)
{
    a[0] += 1;
    return n ? odd(n - 1, a) : 1;
}
int main(void)
{
    int a[1] = {0}, s = 0;
#pragma omp target teams map(a) map(tofrom: s) num_teams(1) thread_limit(64)
    {
        int e = even(3, a), x = 0;
        x = odd(4, a);
#pragma omp parallel for
        for (int j = 0; j < 10; j++) {
#pragma omp atomic
            s += e + x + 1;
        }
    }
    return a[0] != 4 || s != 10;
}
