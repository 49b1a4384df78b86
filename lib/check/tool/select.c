/* select.c: which checkpoints a command is for, and its files. */
#include <stdlib.h>
#include <unistd.h>

#include "tool.h"

_Noreturn void no_memory(void)
{
    fprintf(stderr, "gantry golden: error: out of memory\n");
    exit(STATUS_ERROR);
}

const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

bool selected(const struct arguments *a, const struct golden_checkpoint *c)
{
    if (c->launch < a->first || c->launch > a->last || (c->launch - 1) % a->every ||
        (a->inputs && !a->outputs && c->moment == GOLDEN_AFTER) ||
        (a->outputs && !a->inputs && c->moment == GOLDEN_BEFORE))
        return false;
    bool found = a->regions.n == 0;
    for (const char *r = a->regions.at; !found && r < a->regions.at + a->regions.n; r += strlen(r) + 1)
        found = gantry_place_is_in(c->place, r);
    return found;
}

struct golden_file *open_recording(const char *path)
{
    char error[ERROR_ROOM];
    struct golden_file *f = recording_open(path, error, sizeof error);
    if (!f)
        fprintf(stderr, "gantry golden: error: %s\n", error);
    return f;
}

bool may_write(const struct arguments *a, const char *path)
{
    if (a->force || access(path, F_OK) != 0)
        return true;
    fprintf(stderr, "gantry golden: error: %s exists already; --force overwrites it\n", path);
    return false;
}
