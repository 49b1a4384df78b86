/* A simd loop that reduces into a variable of the device itself: one lane adds the lanes' sum to it, not each of them. */
#pragma omp declare target
long sum, last;
#pragma omp end declare target

int main(void)
{
    long r[4] = {0};
#pragma omp target map(r)
    {
        sum = 5;
#pragma omp simd reduction(+: sum) lastprivate(last)
        for (int i = 0; i < 100; i++) {
            sum += i;
            last = i;
        }
        r[0] = sum;
        r[1] = last;
    }
#pragma omp target parallel num_threads(1) map(r)
    {
        static long kept;
        kept = 7;
#pragma omp simd reduction(+: kept, sum)
        for (int i = 0; i < 100; i++) {
            kept += i;
            sum += 1;
        }
        r[2] = kept;
        r[3] = sum;
    }
    if (r[0] != 4955 || r[1] != 99 || r[2] != 4957 || r[3] != 5055)
        return __builtin_printf("%ld %ld %ld %ld\n", r[0], r[1], r[2], r[3]), 1;
    return 0;
}
