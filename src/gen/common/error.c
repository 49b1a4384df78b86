/* gen/common/error.c: the error directive at run time (OpenMP 5.2, 8.5): of messages Clang 19 takes literals alone.
 * Those of at(compilation) have been reported by the front end. */
#include "../gen_priv.h"

void emit_error(struct emit *e, const struct region *r)
{
    const struct clause *at = region_clause(r, CLAUSE_AT), *s = region_clause(r, CLAUSE_SEVERITY);
    const char *file = file_string(e, r->loc.file);
    const char *message = clause_text(e, region_clause(r, CLAUSE_MESSAGE), "\"'error' directive\"");
    bool warns = s && s->modifiers == SEVERITY_WARNING;
    if (!at || at->modifiers != AT_EXECUTION)
        return;
    if (e->device)
        out(e, "%s((%s), \"%s\", %d);", warns ? "__gd_warn" : "__gd_trap", message, file, r->loc.line);
    else
        out(e, "__gantry_host_error(&(const struct gantry_loc){\"%s\", \"%s\", %d, %d}, %d, (%s));", file,
            r->func ? r->func->name : "", r->loc.line, r->loc.col, !warns, message);
}
