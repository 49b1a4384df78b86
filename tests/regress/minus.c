// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* The operator -, which the newest OpenMP drops, in a pragma that a macro may write, on the host and on the device. */
int main(void)
{
    long t = 0;
#pragma omp target parallel map(tofrom: t)
    {
        _Pragma("omp for reduction(-: t)")
        for (int i = 0; i < 9; i++)
            t -= i;
    }
    return t != -36;
}
