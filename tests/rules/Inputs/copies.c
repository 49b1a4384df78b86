/* A function with a region; device functions and variables with the same names in every copy. */
#pragma omp declare target
static int add = ADD;
static int plus(int x) { return x + add; }
#pragma omp end declare target
int NAME(int x);
int NAME(int x)
{
    int y = 0;
#pragma omp target map(from: y)
    {
        static int count;
        count = 10;
        y = plus(x) + count;
    }
    return y;
}
