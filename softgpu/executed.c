/* executed.c: what a run did, for those who change PTX and want to know whether that made a difference
 * (tests/softgpu/mutate.py). */
#include "races.h"

#include <stdlib.h>

enum { NEW = 1, TOLD };
/* sums over all stores, and all branches, of all lanes: their order does not matter */
static uint64_t stored, went;

void executed_begin(struct module *m)
{
    const char *file = getenv("GANTRY_SOFTGPU_EXECUTED");
    if (file && *file)
        m->executed = calloc(m->code.n + 1, 1);
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t value(const struct warp *w, uint32_t ref, uint32_t lane)
{
    const void *r = row(w, ref);
    return (ref & 7) == BANK_PREDS ? *(const uint32_t *)r >> lane & 1
           : (ref & 7) == BANK_64  ? ((const uint64_t *)r)[lane]
                                   : ((const uint32_t *)r)[lane];
}

void executed_step(const struct warp *w, const struct insn *i, uint32_t lanes)
{
    const struct module *m = w->launch->module;
    uint64_t at = (uint64_t)(i - m->code.v), who = w->block->number << 16 | w->index << 5;
    bool stores = i->memory == MEMORY_STORE || i->memory == MEMORY_ATOMIC;
    m->executed[at] |= NEW;
    if (!stores && i->flow == FLOW_PLAIN)
        return;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        uint64_t h = mix(mix(at, who), l);
        for (uint32_t k = i->nresults; stores && k < i->noperands; k++)
            h = mix(h, value(w, i->r[k], l));
        *(stores ? &stored : &went) += mix(h, (uint64_t)i->offset * stores);
    }
}

void executed_end(struct module *m)
{
    FILE *f = fopen(getenv("GANTRY_SOFTGPU_EXECUTED"), "a");
    for (size_t k = 0; f && k < m->code.n; k++)
        if (m->executed[k] == NEW) {
            fprintf(f, "%d\n", m->code.v[k].line);
            m->executed[k] = TOLD;
        }
    if (f)
        fprintf(f, "did %016llx %016llx\n", (unsigned long long)stored, (unsigned long long)went);
    if (f)
        fclose(f);
}
