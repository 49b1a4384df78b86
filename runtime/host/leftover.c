/* leftover.c: libomp notes each process that it serves in a file of shared memory, named by the process's number. What
 * a killed process leaves there is met by the next process of that number: libomp ends it with "already initialized"
 * (error 15), or by SIGBUS where the file was still empty. A file with our number that was there before libomp began
 * can only be such a leftover; we remove it before constructors of the user run, and again in each child by fork. */
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host.h"

static void remove_leftover(void)
{
    char name[64];
    snprintf(name, sizeof name, "/__KMP_REGISTERED_LIB_%d_%d", (int)getpid(), (int)getuid());
    shm_unlink(name);
}

void gantry_remove_leftover(void)
{
    remove_leftover();
    pthread_atfork(NULL, NULL, remove_leftover);
}
