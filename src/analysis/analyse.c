/* analysis/analyse.c: runs the passes. */
#include "analysis.h"

bool analyse(const struct unit *u, const struct analysis_options *o, struct analysis **out)
{
    struct analysis *a = NEW(u->arena, struct analysis);
    a->unit = u;
    a->options = *o;
    a->hash = o->hash ? o->hash : u->hash;
    static const struct {
        void (*run)(struct analysis *);
        const char *name;
    } passes[] = {
#define PASS(NAME) {pass_##NAME, #NAME},
#include "passes.def"
#undef PASS
    };
    /* warnings that -Werror made errors do not stop the passes: all are printed */
    for (size_t i = 0; i < sizeof passes / sizeof *passes && u->diag->nerrors == u->diag->nraised; i++) {
        passes[i].run(a);
        unit_verify(u, passes[i].name);
    }
    *out = a;
    return u->diag->nerrors == 0;
}
