/* maps.h: what the programs of generate.py share. A program tells what it expects (host, clear, range) and compare() holds
 * host memory, device memory, attached pointers and the present table against it, for every object and device.
 * Offsets are in bytes from an object's start. Without devices of their own (separate is 0) device data is the host's. */
#include <limits.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GANTRY__
#include <gantry.h>
#endif

#define ANY LONG_MIN       /* not said */
#define GAP (LONG_MIN + 1) /* neither the value nor whether it is mapped */
#define AT(object, low, delta) (-(1L << 60) + ((long)(object) << 40) + ((long)(low) << 20) + (delta) + (1L << 19))

struct cell { /* kind: i int, l long, d double, s short, b unsigned char, f float, p pointer */
    int offset;
    char kind;
};
struct object {
    const char *name;
    const struct cell *cells;
    int ncells, size;
};
struct mapped {
    int low, high, first;
    const long *want;
};
enum { DEVICES = 2, RANGES = 12, OBJECTS = 200 };

static const struct object *all;
static char **at, *kept[OBJECTS];
static int n_objects, separate, failed, shown, yes = 1, token, D[DEVICES];
static const long *wanted[OBJECTS];
static struct mapped mapped[DEVICES][OBJECTS][RANGES];
static int n_mapped[DEVICES][OBJECTS];

static void touch(const volatile void *p)
{
    (void)p;
}

static void wrong(const char *what, const char *name, int offset, long got, long want, int place)
{
    failed = 1;
    if (shown++ < 8)
        fprintf(stderr, "%d: %s of %s at %d: got %ld, want %ld\n", place, what, name, offset, got, want);
}

static void begin(const struct object *objects, char **base, int n)
{
#ifdef __GANTRY__ /* the model knows what differs between host and device, and that is what the program shows */
    gantry_check_expect(NULL, SIZE_MAX);
#endif
    all = objects, at = base, n_objects = n;
    separate = omp_get_num_devices() >= DEVICES;
#pragma omp target map(from: separate) if(separate)
    separate = !omp_is_initial_device();
    for (int d = 0; d < DEVICES; d++)
        D[d] = separate ? d : omp_get_initial_device();
    if (getenv("EXPECT_DEVICE") && !separate)
        wrong("device", "all", 0, 0, 1, 0);
}

static long value_of(const char *p, char kind)
{
    switch (kind) {
    case 'i': return *(const int *)p;
    case 'l': return *(const long *)p;
    case 'd': return (long)*(const double *)p;
    case 's': return *(const short *)p;
    case 'b': return *(const unsigned char *)p;
    default: return (long)*(const float *)p;
    }
}

static void start(int object, const long *values)
{
    for (int k = 0; k < all[object].ncells; k++) {
        char *p = at[object] + all[object].cells[k].offset;
        long v = values[k];
        switch (all[object].cells[k].kind) {
        case 'i': *(int *)p = (int)v; break;
        case 'l': *(long *)p = v; break;
        case 'd': *(double *)p = (double)v; break;
        case 's': *(short *)p = (short)v; break;
        case 'b': *(unsigned char *)p = (unsigned char)v; break;
        case 'f': *(float *)p = (float)v; break;
        }
    }
}

static void remember(void) /* the pointers, which only point() changes */
{
    for (int m = 0; m < n_objects; m++) {
        kept[m] = malloc((size_t)all[m].size);
        memcpy(kept[m], at[m], (size_t)all[m].size);
    }
}

__attribute__((unused)) static void point(int object, int offset, void *to) /* a host pointer leads elsewhere */
{
    memcpy(at[object] + offset, &to, sizeof to);
    memcpy(kept[object] + offset, &to, sizeof to);
}

__attribute__((unused)) static void host(int object, const long *device, const long *here)
{
    wanted[object] = separate ? device : here;
}

__attribute__((unused)) static void clear(int d, int object)
{
    n_mapped[d][object] = 0;
}

__attribute__((unused)) static void range(int d, int object, int low, int high, int first, const long *want)
{
    mapped[d][object][n_mapped[d][object]++] = (struct mapped){low, high, first, want};
}

/* the device address of a host address */
__attribute__((unused)) static void *where(int d, const void *p)
{
    return separate ? omp_get_mapped_ptr(p, d) : (void *)(uintptr_t)p;
}

__attribute__((unused)) static void same(const void *got, const void *want, const char *what, int line)
{
    if (got != want)
        wrong(what, "line", line, (long)got, (long)want, line);
}

__attribute__((unused)) static void same0(int got, int line)
{
    if (got)
        wrong("status", "line", line, got, 0, line);
}

static void compare_host(int m, int place)
{
    const struct object *o = &all[m];
    for (int k = 0; k < o->ncells; k++) {
        int off = o->cells[k].offset;
        if (o->cells[k].kind == 'p') {
            if (memcmp(at[m] + off, kept[m] + off, sizeof(void *)))
                wrong("host pointer", o->name, off, (long)*(void **)(at[m] + off), (long)*(void **)(kept[m] + off), place);
        } else if (wanted[m][k] != ANY && value_of(at[m] + off, o->cells[k].kind) != wanted[m][k]) {
            wrong("host value", o->name, off, value_of(at[m] + off, o->cells[k].kind), wanted[m][k], place);
        }
    }
}

static void compare_range(int d, int m, const struct mapped *r, int place)
{
    const struct object *o = &all[m];
    size_t size = (size_t)(r->high - r->low);
    char *dev = NULL, *copy = malloc(size);
    int whole = 1;
    for (int k = r->first; k < o->ncells && o->cells[k].offset < r->high; k++) { /* the way to each cell */
        const char *p = at[m] + o->cells[k].offset;
        long want = r->want[k - r->first];
        if (want == GAP)
            continue;
        char *here = omp_get_mapped_ptr(p, d);
        if (!omp_target_is_present(p, d) || !here) {
            wrong("presence", o->name, o->cells[k].offset, 0, 1, place * 10 + d);
            whole = 0;
        } else if (dev && here - dev != o->cells[k].offset) {
            wrong("device address", o->name, o->cells[k].offset, here - dev, o->cells[k].offset, place * 10 + d);
        } else {
            dev = here - o->cells[k].offset;
        }
    }
    for (int k = r->first; whole && k < o->ncells && o->cells[k].offset < r->high; k++) {
        static const int sizes[128] = {['i'] = 4, ['l'] = 8, ['d'] = 8, ['s'] = 2, ['b'] = 1, ['f'] = 4, ['p'] = 8};
        char kind = o->cells[k].kind;
        int off = o->cells[k].offset;
        long want = r->want[k - r->first];
        if (want == ANY || want == GAP)
            continue;
        same0(omp_target_memcpy(copy, dev, (size_t)sizes[(int)kind], 0, (size_t)off, omp_get_initial_device(), d), place);
        if (kind != 'p') {
            if (value_of(copy, kind) != want)
                wrong("device value", o->name, off, value_of(copy, kind), want, place * 10 + d);
            continue;
        }
        unsigned long word = (unsigned long)(want + (1L << 60)); /* see AT */
        long object = (long)(word >> 40), low = (long)(word >> 20 & 0xfffff), delta = (long)(word & 0xfffff) - (1L << 19);
        char *target = (char *)omp_get_mapped_ptr(at[object] + low, d) + delta;
        if (*(char **)copy != target)
            wrong("attached pointer", o->name, off, (long)*(char **)copy, (long)target, place * 10 + d);
    }
    free(copy);
}

static void compare(int place)
{
    for (int m = 0; m < n_objects; m++) {
        compare_host(m, place);
        for (int d = 0; d < DEVICES && separate; d++) {
            for (int r = 0; r < n_mapped[d][m]; r++)
                compare_range(d, m, &mapped[d][m][r], place);
            for (int k = 0; k < all[m].ncells; k++) {
                int off = all[m].cells[k].offset, inside = 0;
                for (int r = 0; r < n_mapped[d][m]; r++)
                    inside |= mapped[d][m][r].low <= off && off < mapped[d][m][r].high;
                if (!inside && omp_target_is_present(at[m] + off, d))
                    wrong("presence", all[m].name, off, 1, 0, place * 10 + d);
            }
        }
    }
    if (failed) { /* later differences would only repeat it */
        fprintf(stderr, "check %d failed, device memory %s\n", place, separate ? "apart" : "the host's");
        fflush(NULL);
        _Exit(1);
    }
}

static int end(void)
{
    for (int m = 0; m < n_objects; m++)
        free(kept[m]);
    return failed;
}
