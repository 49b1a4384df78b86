/* libomp.c: finds the host's OpenMP library, once it is there. It may come late, with a library that the program opens,
 * so that "not there" holds only until the dynamic linker has loaded something more. */
#define _GNU_SOURCE 1
#include "libomp.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>

_Atomic(const struct gantry_libomp *) gantry_libomp_known;

static const struct gantry_libomp *find(void)
{
    static struct gantry_libomp found;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    void *library = dlopen("libomp.so.5", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return NULL;
    pthread_mutex_lock(&lock);
    if (!atomic_load(&gantry_libomp_known)) {
#define LIBOMP(RET, NAME, PARAMS) *(void **)&found.NAME = dlsym(library, #NAME);
#include "libomp.def"
#undef LIBOMP
        atomic_store(&gantry_libomp_known, &found);
    }
    pthread_mutex_unlock(&lock);
    return &found;
}

/* ---- has anything been loaded since? ----
 * The list of loaded objects grows at its end. Where the last of them is never unloaded, one look at what follows it
 * will do. In a program that has opened no library that is most often the dynamic linker itself. After an open, we open
 * one of the small libraries that glibc keeps for old programs and never unload it, so that it is the last; there are
 * five of them. When these are used up, the dynamic linker's count of objects ever loaded tells, which costs a lock. */
struct loaded {
    unsigned long long adds;
    const struct link_map *last; /* where it is never unloaded */
};

static int count(struct dl_phdr_info *info, size_t size, void *to)
{
    struct loaded *l = to;
    (void)size;
    l->adds = info->dlpi_adds;
    return 1;
}

static int count_and_last(struct dl_phdr_info *info, size_t size, void *to)
{
    struct loaded *l = to;
    const struct link_map *m = _r_debug.r_map;
    while (m && m->l_next)
        m = m->l_next;
    l->last = m && m->l_addr == _r_debug.r_ldbase ? m : NULL;
    return count(info, size, to);
}

/* Opens one of those libraries; NULL: none is left. */
static const struct link_map *open_last(void)
{
    static const char *const names[] = {"libutil.so.1", "libanl.so.1", "libBrokenLocale.so.1", "librt.so.1",
                                        "libdl.so.2"};
    static _Atomic unsigned opened;
    unsigned i;
    while ((i = atomic_fetch_add(&opened, 1)) < sizeof names / sizeof *names) {
        const struct link_map *m = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
        if (m && !m->l_next) /* if it was there before, others follow it */
            return m;
    }
    atomic_store(&opened, i);
    return NULL;
}

static _Atomic unsigned long long adds_without; /* the count when libomp was not found; 0 = never looked */
static _Atomic(const struct link_map *) last_without;

static bool nothing_new(void)
{
    const struct link_map *last = atomic_load_explicit(&last_without, memory_order_acquire);
    if (last && !*(struct link_map *const volatile *)&last->l_next)
        return true;
    unsigned long long adds = atomic_load_explicit(&adds_without, memory_order_acquire);
    struct loaded now = {0, NULL};
    if (adds)
        dl_iterate_phdr(count, &now);
    return adds && adds == now.adds;
}

const struct gantry_libomp *gantry_libomp_look(void)
{
    struct loaded before = {0, NULL};
    if (nothing_new())
        return NULL;
    dl_iterate_phdr(count_and_last, &before);
    if (!before.last)
        before.last = open_last();
    const struct gantry_libomp *found = find();
    if (!found) { /* measured before the search: a library loaded meanwhile is seen the next time */
        atomic_store_explicit(&last_without, before.last, memory_order_release);
        atomic_store_explicit(&adds_without, before.adds, memory_order_release);
    }
    return found;
}
