/* gen/host/statements.c: under -fcheck, where a directive can be put before the statements of the file
 * (plan/statements.c), as a table that the checks ask:
 *
 *     static const struct gantry_statement gantry_statements[] = {{"d.c", 12, 14, 11, 0}, …}; */
#include "../../analysis/plan/statements.h"
#include "host_priv.h"

void emit_statements(struct emit *e)
{
    statement_rows rows = {0};
    if (tells(e))
        rows = statements_of(e->a);
    if (!rows.n)
        return;
    out(e, "static const struct gantry_statement gantry_statements[] = {");
    for_each (const struct statement_row, s, rows)
        out(e, "    {\"%s\", %d, %d, %d, %d},", file_string(e, s->at.file), s->at.line, s->last, s->before, s->waits);
    out(e, "    {0, 0, 0, 0, 0}};");
    out(e, "static struct gantry_statements gantry_statements_here = {0, gantry_statements};");
    out(e, "#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)");
    out_open(e, "__attribute__((constructor(101))) static void gantry_statements_come(void)");
    out(e, "__gantry_statements(&gantry_statements_here, 1);");
    out_close(e);
    out_open(e, "__attribute__((destructor(101))) static void gantry_statements_go(void)");
    out(e, "__gantry_statements(&gantry_statements_here, 0);");
    out_close(e);
    out(e, "#pragma clang attribute pop"); /* no code of the user's: nothing is told of it */
}
