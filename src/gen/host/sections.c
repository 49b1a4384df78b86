/* gen/host/sections.c: the sections of a construct on the initial device. */
#include "host_priv.h"

/* By the only thread there is: they keep their order. */
void emit_sections_in_order(struct emit *e, const struct region *r)
{
    struct sections s = sections_of(e->u->arena, r);
    for (size_t i = 0; i < s.text.n; i++)
        emit_braced(e, s.text.v[i]);
}

/* Each section in braces, which the host compiler requires. */
void emit_host_sections(struct emit *e, const struct region *r)
{
    struct sections s = sections_of(e->u->arena, r);
    out_open(e, "%s", "");
    for (size_t i = 0; i < s.text.n; i++) {
        pragma(e, "section");
        out_open(e, "%s", "");
        if (has_conditional(r))
            out(e, "const unsigned long __gd_k = %zu;", i);
        if (tells(e) && !e->host_in_place)
            out(e, "__gantry_section();");
        emit_block(e, s.text.v[i]);
        out_close(e);
    }
    out_close(e);
}
