int twice(int x);
int twice(int x)
{
    int y = 0, on_host = 1;
    extern int omp_is_initial_device(void);
#pragma omp target map(from : y, on_host)
    {
        y = 2 * x;
        on_host = omp_is_initial_device();
    }
    return EXPECT_DEVICE && on_host ? -1 : y;
}
