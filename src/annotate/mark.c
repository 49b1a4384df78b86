/* mark.c: the user's file as a program is built of it whose run is watched (`gantry annotate --observe`): each loop
 * that is not proved is said to be independent, in its own line, so that all lines keep their numbers. Programs built
 * with -fcheck test that (gen/host/asserted.c), and keep what iterations do where somebody wants to know it. */
#include "annotate_priv.h"

static const char marker[] = "_Pragma(\"ompx independent\") ";

/* One loop of a line is watched: reports name loops by their lines. */
static bool is_first_of_line(const struct annotation *a, const struct judged *j)
{
    for_each_pointer (struct judged, k, a->loops)
        if (k->loc.line == j->loc.line)
            return k == j;
    return false;
}

static void add_name(struct sb *out, const char *name)
{
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            sb_addc(out, '\\');
        sb_addc(out, *name);
    }
}

void annotate_mark(struct annotation *a, const char *source, size_t len, struct sb *out)
{
    size_t from = 0;
    sb_add(out, "#line 1 \"");
    add_name(out, a->u->path);
    sb_add(out, "\"\n");
    for_each_pointer (struct judged, j, a->loops) {
        size_t at = j->verdict == VERDICT_SERIAL && !j->is_annotated && is_first_of_line(a, j)
                        ? place_of_loop_in_file(a, j, source, len)
                        : len;
        if (at == len || at < from || is_entered_inside(j->tree))
            continue;
        sb_addn(out, source + from, at - from);
        sb_add(out, marker);
        from = at;
    }
    sb_addn(out, source + from, len - from);
}
