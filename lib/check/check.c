/* check.c: gantry_check.h: what programs of any compiler call. */
#define _GNU_SOURCE // secure_getenv
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "gantry_check.h"

#define EXPORT __attribute__((visibility("default")))

static const struct {
    const char *layout; /* gantry_abi.h */
    unsigned char bytes;
} types[] = {
    [GANTRY_F32] = {"f", 4},    [GANTRY_F64] = {"d", 8},  [GANTRY_F80] = {"g", 16}, [GANTRY_I8] = {"i1", 1},
    [GANTRY_I16] = {"i2", 2},   [GANTRY_I32] = {"i4", 4}, [GANTRY_I64] = {"i8", 8}, [GANTRY_U8] = {"u1", 1},
    [GANTRY_U16] = {"u2", 2},   [GANTRY_U32] = {"u4", 4}, [GANTRY_U64] = {"u8", 8}, [GANTRY_C64] = {"cf", 8},
    [GANTRY_C128] = {"cd", 16}, [GANTRY_BOOL] = {"b", 1}, [GANTRY_BYTES] = {"", 1},
};

/* ---- scopes, of each thread ---- */
enum { PATH = 1024, DEEPEST = 64 };
static _Thread_local struct {
    char path[PATH];
    size_t n;
    unsigned depth, beyond; /* beyond: scopes that found no room */
    size_t begins[DEEPEST];
} scopes;

static bool is_on(void)
{
    enum { UNKNOWN, OFF, ON };
    static atomic_int state;
    int now = atomic_load_explicit(&state, memory_order_relaxed);
    if (now == UNKNOWN) {
        const char *text = secure_getenv("GANTRY_GOLDEN");
        now = text && *text ? ON : OFF;
        atomic_store(&state, now);
    }
    return now == ON;
}

static void misused(const char *what) { fprintf(stderr, "gantry golden%s: error: %s\n", gantry_rank_text(), what); }

EXPORT void gantry_check_begin(const char *scope)
{
    if (!is_on())
        return;
    size_t n = scope ? strlen(scope) : 0;
    if (!n || scopes.beyond || scopes.depth == DEEPEST || scopes.n + n + 2 > PATH) {
        misused(n ? "gantry_check_begin: scopes are nested too deeply, or their names are too long"
                  : "gantry_check_begin: a scope needs a name");
        scopes.beyond++;
        return;
    }
    scopes.begins[scopes.depth++] = scopes.n;
    memcpy(scopes.path + scopes.n, scope, n);
    scopes.path[scopes.n + n] = '/';
    scopes.n += n + 1;
}

EXPORT void gantry_check_end(void)
{
    if (!is_on())
        return;
    if (scopes.beyond)
        scopes.beyond--;
    else if (scopes.depth)
        scopes.n = scopes.begins[--scopes.depth];
    else
        misused("gantry_check_end: no scope was begun");
}

/* ---- checks ---- */
static long put(struct golden *g, const char *place, const struct golden_array *a)
{
    static struct map launches;
    struct golden_checkpoint c = {.place = place,
                                  .file = "",
                                  .kernel = "",
                                  .launch = map_count(&launches, hash_of(place, strlen(place))),
                                  .moment = GOLDEN_CHECK,
                                  .arrays = a,
                                  .narrays = 1};
    if (session_wants(g, place, c.launch, c.moment))
        return (long)session_put(g, &c);
    return session_compares(g) ? -1 : 0;
}

static long check(const struct golden_array *a)
{
    char place[PATH + 256], error[ERROR_ROOM];
    int n = snprintf(place, sizeof place, "%.*s%s", (int)scopes.n, scopes.path, a->name);
    if (!*a->name || n >= (int)sizeof place) {
        misused("gantry_check: an array needs a name, of less than 256 bytes");
        return -1;
    }
    session_lock();
    struct golden *g = session(NULL, error, sizeof error);
    long found = g ? put(g, place, a) : 0;
    session_unlock();
    if (g)
        return found;
    fprintf(stderr, "gantry%s: error: %s\n", gantry_rank_text(), error);
    exit(1); // NOLINT: the only error that ends the program, at its first check
}

EXPORT long gantry_check_array(const void *p, enum gantry_check_type type, const char *name, int ndims,
                               const size_t *dims)
{
    if (!is_on())
        return 0;
    if ((unsigned)type >= COUNT_OF(types) || ndims < 1 || ndims > GOLDEN_DIMS || !dims) {
        misused("gantry_check: there is no such type, or not 1 to 8 dimensions");
        return -1;
    }
    struct golden_array a = {.name = name ? name : "",
                             .layout = types[type].layout,
                             .ndims = (uint32_t)ndims,
                             .role = GOLDEN_DATA,
                             .stride = 1,
                             .bytes = p,
                             .size = types[type].bytes};
    for (int i = 0; i < ndims; i++) {
        a.dims[i] = dims[i];
        if (__builtin_mul_overflow(a.size, dims[i], &a.size)) {
            misused("gantry_check: an array is larger than memory can be");
            return -1;
        }
    }
    if (!p && a.size) {
        misused("gantry_check: the array is a null pointer");
        return -1;
    }
    return check(&a);
}

EXPORT long gantry_check(const void *p, enum gantry_check_type type, size_t n, const char *name)
{
    return gantry_check_array(p, type, name, 1, &n);
}
