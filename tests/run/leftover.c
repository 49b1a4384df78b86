// LABELS: run alone
// RUN: %gantry cc -O1 --offload-arch=emulated -I %S %s -o %t
// RUN: test -w /dev/shm || exit 0; for what in null zero; do bash -c 'head -c 1024 /dev/'$what' > /dev/shm/__KMP_REGISTERED_LIB_$$_$(id -u); exec %t' || exit 1; done
/* what a killed process of the same number has left of libomp in shared memory harms neither a program nor its children */
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { NUMBERS = 300 }; /* of processes, of which the next child has one */

static int threads(void)
{
    int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
    n++;
    return n;
}

static void each_number(int first, bool make, bool *made)
{
    for (int i = 0; i < NUMBERS; i++) {
        char name[64];
        snprintf(name, sizeof name, "/__KMP_REGISTERED_LIB_%d_%d", first + i, (int)getuid());
        int file = make ? shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0600) : -1;
        if (make)
            made[i] = file >= 0;
        else if (made[i])
            shm_unlink(name);
        if (file >= 0)
            close(file);
    }
}

int main(int argc, char **argv)
{
    bool made[NUMBERS];
    check_begin(argc, argv);
    CHECK_INT(threads(), 3, "threads");
    each_number(getpid() + 1, true, made);
    pid_t child = fork();
    if (child == 0)
        _exit(threads() != 3);
    int status = -1;
    waitpid(child, &status, 0);
    each_number(getpid() + 1, false, made);
    CHECK_INT(status, 0, "status of the child");
    return check_end();
}
