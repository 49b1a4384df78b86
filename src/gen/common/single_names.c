/* gen/common/single_names.c: the parameters of a single launch's kernel, which host C passes and device C takes: in
 * this order the environment, the memory of cells and results (if there are any), the table of places (if pointers
 * change), an address for each row that some phase takes, and the variables. */
#include "../gen_priv.h"

const char *single_row_name(struct emit *e, size_t row) { return arena_printf(e->u->arena, "__gd_p%zu", row); }

bool single_has_out(const struct single *s) { return s->cells.n || s->stored.n; }

bool single_row_used(const struct single *s, size_t row)
{
    for_each (const struct phase, h, s->phases)
        for_each (const struct phase_parameter, x, h->parameters)
            if (x->bring == BRING_ROW && x->index == row)
                return true;
    return false;
}

const char *single_cell_name(struct emit *e, size_t cell) { return arena_printf(e->u->arena, "__gd_cell%zu", cell); }
