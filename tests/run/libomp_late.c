// RUN: %gantry cc -O1 --offload-arch=none %s -o %t
// RUN: ldd %t | %not grep -q libomp
// RUN: env LD_LIBRARY_PATH=/usr/lib/llvm-19/lib %t && env LD_LIBRARY_PATH=/usr/lib/llvm-19/lib %t first
/* A program without libomp that opens it later: from then on it is asked. */
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>

static int check(int got, int want, const char *what)
{
    if (got != want)
        printf("%s: %d, not %d\n", what, got, want);
    return got != want;
}

int main(int argc, char **argv)
{
    (void)argv;
    int bad = check(omp_get_num_teams(), 1, "teams");
    omp_set_default_device(1);
    bad |= check(omp_get_default_device(), 1, "without libomp");
    for (int i = 0; argc > 1 && i < 9; i++) { /* others come first, and go */
        void *other = dlopen(i ? "libresolv.so.2" : "libm.so.6", RTLD_NOW);
        bad |= check(other != NULL, 1, "another library");
        bad |= check(omp_get_default_device(), 1, "with another library");
        if (i < 8)
            dlclose(other);
    }
    void *libomp = dlopen("libomp.so.5", RTLD_NOW);
    if (!libomp)
        return puts(dlerror()), 1;
    ((void (*)(int))dlsym(libomp, "omp_set_default_device"))(3);
    bad |= check(omp_get_default_device(), 3, "of libomp");
    omp_set_default_device(2);
    bad |= check(((int (*)(void))dlsym(libomp, "omp_get_default_device"))(), 2, "told to libomp");
    return bad;
}
