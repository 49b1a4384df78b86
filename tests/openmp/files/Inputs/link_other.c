enum { SIZE = 65 };
int big[SIZE] = {[0] = 7 * SIZE};
#pragma omp declare target link(big)
#pragma omp declare target
static int get(int i) { return big[i]; }
#pragma omp end declare target
int sum_there(void);
void add_there(int n);
int sum_there(void)
{
    int sum = 0;
#pragma omp target map(to: big) map(tofrom: sum)
    for (int i = 0; i < SIZE; i++)
        sum += get(i);
    return sum;
}
void add_there(int n)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < SIZE; i++)
        big[i] += n;
}
