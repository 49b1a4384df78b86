#include "variables.h"
#pragma omp declare target
int number = 5, array[SIZE] = {[3] = 3, [SIZE - 1] = SIZE - 1}, *best = &array[3];
struct record record = {'a', 8};
#pragma omp end declare target
int number_there(void)
{
    int r = 0;
#pragma omp target map(from: r)
    r = number;
    return r;
}
void change(int value)
{
#pragma omp target
    {
        record.b = value;
        array[0] = value;
    }
}
void fetch(void)
{
#pragma omp target update from(array)
}
