/* A shared library with a runtime of its own in it, as any library linked by Gantry has; see copies.c. */
#define FAKE_IS_A_LIBRARY
#include "fake.h"

#define API __attribute__((visibility("default")))
API void copy_start(void);
API void copy_enter(void *p, size_t n);
API void copy_exit(void *p, size_t n);
API int copy_present(void *p);
API int copy_opened(void);

void copy_start(void) {
    fake_start();
}
void copy_enter(void *p, size_t n) {
    construct1(GANTRY_ENTER_DATA, "p", GANTRY_MAP_TO, p, n);
}
void copy_exit(void *p, size_t n) {
    construct1(GANTRY_EXIT_DATA, "p", 0, p, n);
}
int copy_present(void *p) {
    return omp_target_is_present(p, 0);
}
int copy_opened(void) {
    return fake.opened;
}
