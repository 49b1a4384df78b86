// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %not env GANTRY_EMULATED_PATIENCE=1 %run_emulated32 %t never 2>&1 | grep "error"
// TIMEOUT: 60
/* A thread that waits for another by atomic reads lets it run; one that waits for nobody is reported. */
int main(int argc, char **argv)
{
    (void)argv;
    int never = argc > 1, flag = 0, seen = 0;
#pragma omp target parallel num_threads(64) map(tofrom: flag, seen)
    {
        int mine = 0;
#pragma omp single nowait
        if (never)
            mine = 0;
        while (!mine) {
#pragma omp atomic read
            mine = flag;
            if (!mine && !never) {
#pragma omp atomic
                seen++;
#pragma omp atomic write
                flag = 1;
            }
        }
    }
    return seen < 1;
}
