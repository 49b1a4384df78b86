// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A function whose outlined region calls the function itself, which is not declared before its definition. */
#pragma omp declare target
static long deep(int lvl)
{
    long r = 0;
    if (lvl == 0)
        return 1;
#pragma omp parallel num_threads(2) reduction(+ : r)
    r += deep(lvl - 1);
    return r;
}
#pragma omp end declare target
#pragma omp begin declare target
long by_value(long n, int w, long (*t)[w])
{
    long r = t[0][w - 1];
    if (n > 0) {
#pragma omp parallel for num_threads(2) reduction(+ : r)
        for (int i = 0; i < 3; i++)
            if (i < n)
                r += by_value(n - 2, w, t);
    }
    return r;
}
#pragma omp end declare target
static long serial(long n) { return n <= 0 ? 1 : 1 + (n < 3 ? n : 3) * serial(n - 2); }
int main(void)
{
    long d = 0, b = 0, t[1][3] = {{5, 6, 1}};
#pragma omp target map(tofrom : d, b) map(to : t)
    {
        d = deep(3);
        b = by_value(5, 3, t);
    }
    return !(d >= 1 && b == serial(5));
}
