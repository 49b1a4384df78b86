/* Several runtimes in one process: each library carries one, dlopen keeps their symbols apart, the first one
 * loaded serves all, and outlives its library. The program itself has none. Arguments: two libraries made of
 * copy_lib.c. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "../checks.h"

struct copy {
    void *handle;
    void (*start)(void), (*enter)(void *, size_t), (*exit)(void *, size_t);
    int (*present)(void *), (*opened)(void);
};

static struct copy load(const char *path) {
    struct copy c = {.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!c.handle) {
        printf("%s\n", dlerror());
        exit(1);
    }
    c.start = (void (*)(void))dlsym(c.handle, "copy_start");
    c.enter = (void (*)(void *, size_t))dlsym(c.handle, "copy_enter");
    c.exit = (void (*)(void *, size_t))dlsym(c.handle, "copy_exit");
    c.present = (int (*)(void *))dlsym(c.handle, "copy_present");
    c.opened = (int (*)(void))dlsym(c.handle, "copy_opened");
    c.start();
    return c;
}

int main(int argc, char **argv) {
    static char x[64], y[64];
    if (argc < 3)
        return 1;
    struct copy a = load(argv[1]), b = load(argv[2]);
    a.enter(x, sizeof x);
    CHECK(b.present(x) && !b.present(y));
    b.enter(y, sizeof y);
    CHECK(a.present(y + 63));
    CHECK(a.opened() == 1 && b.opened() == 0); /* one set of devices: the first library's */
    dlclose(a.handle);
    CHECK(b.present(x));
    b.exit(y, sizeof y);
    b.exit(x, sizeof x);
    CHECK(!b.present(x) && !b.present(y));
    dlclose(b.handle);
    b = load(argv[2]);
    b.enter(y, sizeof y);
    CHECK(b.present(y) && !b.present(x));
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
