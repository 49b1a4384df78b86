/* gen/host/dispatch.c: `dispatch` in host code (OpenMP 5.2, 7.6). Which function is called, with which arguments, is
 * decided in the text (src/front/text/variant.c); what is left is `depend`, which waits as a taskwait construct before
 * it would, and `device`, the default device during the call. `nowait` has no effect: 5.2 no longer lets it defer the
 * call, as 5.1 did. */
#include "host_priv.h"

void emit_host_dispatch(struct emit *e, const struct region *r)
{
    const struct clause *device = region_clause(r, CLAUSE_DEVICE);
    out_open(e, "%s", ""); /* the call, and the statements before and after it */
    if (region_clause(r, CLAUSE_DEPEND))
        task_wait(e, r);
    if (device)
        out(e, "const int __gd_before = __gantry_swap_device(%s);", text_of(e, device->expr));
    statement(e, r);
    if (device)
        out(e, "__gantry_swap_device(__gd_before);");
    out_close(e);
}
