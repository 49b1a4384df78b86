/* atomic.c: the generic atomic routines of libatomic, for types that no instruction updates. Clang calls them at the
 * end of reductions of complex numbers or structures on the initial device; with these here programs need no library
 * besides libomp. A file of its own, and weak symbols: the linker takes it only where nothing else in the program
 * defines them. An address is guarded by one of LOCKS locks. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LOCKS = 64 };
static pthread_mutex_t locks[LOCKS] = {[0 ... LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t *lock_of(const void *p) { return &locks[((uintptr_t)p >> 4) % LOCKS]; }

/* These names are compiler builtins, which C code cannot define: the symbols are named in assembler. */
#define SYMBOL(N) __asm__("__atomic_" N) __attribute__((weak))
void gantry_atomic_load(size_t n, const void *from, void *to, int order) SYMBOL("load");
void gantry_atomic_store(size_t n, void *to, const void *from, int order) SYMBOL("store");
void gantry_atomic_exchange(size_t n, void *p, const void *value, void *old, int order) SYMBOL("exchange");
bool gantry_atomic_compare_exchange(size_t n, void *p, void *expected, const void *value, int good, int bad)
    SYMBOL("compare_exchange");

void gantry_atomic_load(size_t n, const void *from, void *to, int order)
{
    (void)order;
    pthread_mutex_lock(lock_of(from));
    memcpy(to, from, n);
    pthread_mutex_unlock(lock_of(from));
}

void gantry_atomic_store(size_t n, void *to, const void *from, int order)
{
    (void)order;
    pthread_mutex_lock(lock_of(to));
    memcpy(to, from, n);
    pthread_mutex_unlock(lock_of(to));
}

void gantry_atomic_exchange(size_t n, void *p, const void *value, void *old, int order)
{
    (void)order;
    pthread_mutex_lock(lock_of(p));
    memcpy(old, p, n);
    memcpy(p, value, n);
    pthread_mutex_unlock(lock_of(p));
}

bool gantry_atomic_compare_exchange(size_t n, void *p, void *expected, const void *value, int good, int bad)
{
    (void)good, (void)bad;
    pthread_mutex_lock(lock_of(p));
    bool same = memcmp(p, expected, n) == 0;
    memcpy(same ? p : expected, same ? value : p, n);
    pthread_mutex_unlock(lock_of(p));
    return same;
}
