// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// RUN: python3 %S/Inputs/early.py %t %t.txt
/* A signal ends a program that has had its only event just before, so that no thread of the profile's is there yet:
 * what it knows is written, whatever the program was doing, and the status is the signal's. Ways to spend the time:
 * computing, in the C library's heap and its files, waiting, beside a thread in the heap. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile double a[100];
static void *volatile kept[64];

static void *use_heap(void *unused)
{
    for (unsigned i = 0; unused == NULL; i++) {
        free(kept[i % 64]);
        kept[i % 64] = malloc(i * 977u % 5000 + 1);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    FILE *f = fopen("/dev/null", "w");
    pthread_t t;
#pragma omp target map(tofrom : a)
    a[3] += 1;
    if (write(1, "ready\n", 6) != 6)
        return 1;
    if (strcmp(how, "heap") == 0)
        use_heap(NULL);
    if (strcmp(how, "beside") == 0 && pthread_create(&t, NULL, use_heap, NULL) == 0)
        while (kept[63] != f)
            a[1] += 1;
    while (strcmp(how, "file") == 0 && f)
        fprintf(f, "%g\n", a[3]);
    while (strcmp(how, "compute") == 0)
        a[2] += 1;
    while (strcmp(how, "wait") == 0)
        pause();
    if (strcmp(how, "fault") == 0)
        *(volatile int *)kept[1] = 1;
    if (strcmp(how, "twice") == 0) {
        kept[2] = malloc(100);
        free(kept[2]);
        free(kept[2]); /* the C library says so, and calls abort */
    }
    return 0;
}
