/* statements.c: where in the source a directive can be put in front of a statement: the compiler has written it down
 * (src/analysis/plan/statements.c). Of the source only the indentation of that line is read, for the patch. */
#include <stdio.h>
#include <string.h>

#include "check.h"

static struct gantry_statements *all;

void __gantry_statements(struct gantry_statements *s, int come)
{
    check_enter();
    if (come) {
        s->next = all;
        all = s;
    } else {
        struct gantry_statements **at = &all;
        while (*at && *at != s)
            at = &(*at)->next;
        if (*at)
            *at = s->next;
    }
    check_leave();
}

static bool has(const struct gantry_statement *s, const struct gantry_loc *at)
{
    return at->line >= s->first && at->line <= s->last && strcmp(s->file, at->file) == 0;
}

static const struct gantry_statement *statement_at(const struct gantry_loc *at)
{
    const struct gantry_statement *best = NULL;
    for (const struct gantry_statements *t = at->file ? all : NULL; t; t = t->next)
        for (const struct gantry_statement *s = t->rows; s->file; s++)
            if (has(s, at) && (!best || s->last - s->first < best->last - best->first))
                best = s;
    return best;
}

static void read_indentation(const char *file, int line, char *out, unsigned room)
{
    char part[256];
    FILE *f = fopen(file, "re");
    bool begins = true;
    *out = 0;
    while (f && line > 0 && fgets(part, sizeof part, f)) {
        if (begins && line == 1)
            snprintf(out, room, "%.*s", (int)strspn(part, " \t"), part);
        begins = strchr(part, '\n');
        line -= begins;
    }
    if (f)
        fclose(f);
}

int check_line_before(const struct gantry_loc *at, char *indent, unsigned room)
{
    const struct gantry_statement *s = statement_at(at);
    if (s && s->before)
        read_indentation(at->file, s->before, indent, room);
    return s ? s->before : 0;
}

bool check_taskwait_behind(const struct gantry_loc *at)
{
    const struct gantry_statement *s = statement_at(at);
    return s && s->waits;
}
