#pragma omp declare target
static int state = 2;
static const int table[3] = {20, 21, 22};
static int step(int x) { return x * state + table[1]; }
#pragma omp end declare target
void run_b(int *result, int set);
void run_b(int *result, int set)
{
    int r = 0;
    if (set) {
        state = set;
#pragma omp target update to(state)
    }
#pragma omp target map(from: r)
    r = step(100);
    *result = r;
}
