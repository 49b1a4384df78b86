/* data_ends.c: what the end of a target data construct copies back. It waits for no region with nowait within, so it
 * counts as the exit data that it stands for: it takes all from the device, whatever that changes here. */
#include "strands.h"

void data_end_moves(const struct gantry_pair *p)
{
    if (!construct_judged() || p->private)
        return;
    check_enter();
    const struct check_pair *c = check_pair_of_device(p->dev);
    uint32_t item = c ? construct_item(&c->p) : NO_ITEM;
    for (uint64_t k = 0; item != NO_ITEM && k < p->size; k += 64) {
        uint64_t copied = check_first(p->size - k) & ~check_attached_bits(c, p->dev + k);
        while (copied) {
            unsigned first = (unsigned)__builtin_ctzll(copied);
            uint64_t rest = ~(copied >> first);
            unsigned n = rest ? (unsigned)__builtin_ctzll(rest) : 64;
            n = n > 64 - first ? 64 - first : n;
            uintptr_t at = p->host + k + first;
            construct_runs(RUN_COPIED_FROM, at, at + n, item, NULL);
            copied = first + n == 64 ? 0 : copied >> (first + n) << (first + n);
        }
    }
    check_leave();
}
