// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Tasks that reduce what a pointer leads to beside variables of the task group: all originals get their values. */
int main(void)
{
    int a[4] = {0}, most = -1, sum = 0;
    double s = 1;
#pragma omp target parallel num_threads(6) map(tofrom : a, s, most, sum)
#pragma omp masked
    {
        int *q = a;
#pragma omp taskgroup task_reduction(+ : q[0 : 4], sum) task_reduction(* : s) task_reduction(max : most)
        {
            for (int k = 0; k < 12; k++) {
#pragma omp task in_reduction(+ : q[0 : 4]) in_reduction(* : s) firstprivate(k)
                {
                    q[k % 4] += k;
                    if (k < 5)
                        s *= 2;
#pragma omp task in_reduction(+ : q[0 : 4], sum) in_reduction(max : most)
                    {
                        q[0] += 100;
                        sum++;
                        if (k > most)
                            most = k;
                    }
                }
            }
#pragma omp taskloop in_reduction(+ : q[0 : 4], sum) nogroup
            for (int k = 0; k < 4; k++) {
                q[k] += 1000;
                sum += 10;
            }
        }
    }
    return !(s == 32 && most == 11 && sum == 52 && a[0] == 12 + 1200 + 1000 && a[1] == 15 + 1000 && a[3] == 21 + 1000);
}
