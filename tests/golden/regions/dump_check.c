/* dump_check.c: a libgantry_check.so.1 that prints checkpoints as text, so that a test sees what regions hand over: names,
 * layouts, values, pointers as places in arrays. Built by the tests that use it. */
#include "lib/check/golden.h"

#include <stdlib.h>
#include <string.h>

static int session_of_one;

static struct golden *session(const struct golden_origin *o, char *error, size_t size)
{
    const char *words = getenv("GANTRY_GOLDEN");
    if (strcmp(words, "mistake") == 0) {
        snprintf(error, size, "GANTRY_GOLDEN: 'mistake' is a mistake");
        return NULL;
    }
    if (!session_of_one++)
        printf("session on %s\n", o->device);
    return (struct golden *)&session_of_one;
}

static bool comparing(const struct golden *g)
{
    (void)g;
    return false;
}

static bool wanted(struct golden *g, const char *place, uint64_t launch, enum golden_moment moment)
{
    const char *words = getenv("GANTRY_GOLDEN");
    (void)g, (void)launch;
    if (strncmp(words, "only=", 5) == 0 && strncmp(place, words + 5, strlen(words + 5)) != 0)
        return false;
    return !(strcmp(words, "outputs") == 0 && moment == GOLDEN_BEFORE) &&
           !(strcmp(words, "inputs") == 0 && moment == GOLDEN_AFTER);
}

static const struct golden_pointer *pointer_at(const struct golden_array *a, uint64_t at, bool range)
{
    for (uint32_t i = 0; i < a->npointers; i++) {
        const struct golden_pointer *p = &a->pointers[i];
        if (range ? p->target == GOLDEN_UNSTORED && at >= p->at && at < p->at + (uint64_t)p->offset
                  : p->target != GOLDEN_UNSTORED && p->at == at)
            return p;
    }
    return NULL;
}

static void value(const struct golden_checkpoint *c, const struct golden_array *a, uint64_t at)
{
    const char *bytes = (const char *)a->bytes + at;
    const struct golden_pointer *p = pointer_at(a, at, false);
    double d;
    int i;
    if (pointer_at(a, at, true))
        printf(" -");
    else if (p && p->target == GOLDEN_NOWHERE)
        printf(" nowhere");
    else if (p)
        printf(" &%s%+lld", c->arrays[p->target].name, (long long)p->offset);
    else if (*a->layout == 'd' || *a->layout == 'p') {
        memcpy(&d, bytes, sizeof d);
        printf(" %g", d);
    } else {
        memcpy(&i, bytes, sizeof i);
        printf(" %d", i);
    }
}

static int64_t put(struct golden *g, const struct golden_checkpoint *c)
{
    (void)g;
    printf("%s #%llu %s%s%s\n", c->place, (unsigned long long)c->launch, c->moment == GOLDEN_BEFORE ? "before" : "after",
           c->unsteady ? ", unsteady: " : "", c->unsteady ? c->unsteady : "");
    for (uint32_t i = 0; i < c->narrays; i++) {
        const struct golden_array *a = &c->arrays[i];
        uint64_t step = *a->layout == 'd' || *a->layout == 'p' || *a->layout == '{' ? 8 : 4;
        printf("  %c %s", a->role, a->name);
        for (uint32_t k = 0; k < a->ndims; k++)
            printf("[%llu]", (unsigned long long)a->dims[k]);
        printf(" %s from %llu:", a->layout, (unsigned long long)a->first);
        for (uint64_t at = 0; at + step <= a->size && at < 8 * step && a->role != GOLDEN_LAUNCH; at += step)
            value(c, a, at);
        printf("\n");
    }
    return 0;
}

static int status(struct golden *g)
{
    (void)g;
    printf("end of session\n");
    return 0;
}

static void save(struct golden *g)
{
    (void)g;
    fflush(stdout);
}

static const struct golden_api table = {
    .abi = GOLDEN_ABI, .session = session, .comparing = comparing, .wanted = wanted, .put = put, .status = status, .save = save};

__attribute__((visibility("default"))) const struct golden_api *gantry_golden_api(unsigned abi)
{
    return abi == GOLDEN_ABI ? &table : NULL;
}
