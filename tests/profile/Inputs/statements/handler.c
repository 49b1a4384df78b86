/* needs 1 to, 10 from: a handler of signals looks at the data whenever that may be */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static double a[500];
static volatile sig_atomic_t seen;
static void look(int s) { (void)s; seen = (int)a[3]; }
int main(void)
{
    struct sigaction sa = {.sa_handler = look};
    sigaction(SIGUSR1, &sa, NULL);
    for (int k = 0; k < 10; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 500; i++)
            a[i] += 1;
        raise(SIGUSR1);
        printf("%d\n", (int)seen);
    }
    printf("%g\n", a[2]);
}
