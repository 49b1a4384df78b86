/* clang/function_name.c: __func__ in device code, and in a region's reference (docs/verify.md), is replaced by the name
 * of the user's function; the outlined function that contains it there has another name. */
#include "glue.h"

#include <string.h>

static void name_function(struct glue *g, struct slice s)
{
    struct patch *on_host = NEW(g->a, struct patch);
    *on_host = *patch_at(g, s.begin, s.end - s.begin, arena_printf(g->a, "\"%s\"", g->func->name));
    on_host->of_user_function = true;
    vec_push(g->a, &g->u->host_patches, on_host);
}

void function_name_note(struct glue *g, CXCursor c)
{
    static const char *const names[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"};
    struct slice s = cursor_slice(g, c);
    for (size_t i = 0; g->func && i < sizeof names / sizeof *names; i++)
        if (s.end - s.begin == strlen(names[i]) && !memcmp(g->u->text + s.begin, names[i], s.end - s.begin) &&
            note_once(g, NOTED_FUNCTION_NAME, s.begin))
            name_function(g, s);
}
