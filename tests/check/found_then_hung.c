// What was found before a program hangs is told when a signal ends it, also one that goes to its process group and is passed on besides.
// RUN: python3 %src/tests/check/found_then_hung.py %gantry %s
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

int sum;
static atomic_int come;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        sum++;
        atomic_fetch_add_explicit(&come, 1, memory_order_relaxed);
        while (atomic_load_explicit(&come, memory_order_relaxed) < 2)
            ;
#pragma omp master
        {
            puts("begins");
            fflush(stdout);
        }
        for (;;)
            pause();
    }
}
