/* reasons.c: what `gantry explain --json` says of the regions: kernels, decisions with their reasons, findings. Files
 * are known from the profile's by their key; what is said of a line goes beside it. */
#include "report_priv.h"

#include <string.h>

bool reasons_are(const char *text, size_t n)
{
    static const char first[] = "{\"gantry_explain\":";
    return n > sizeof first && strncmp(text, first, sizeof first - 1) == 0;
}

static const char *or_empty(const char *s) { return s ? s : ""; }

static void add(struct arena *a, struct reasons *out, const struct json *at, const char *what, const char *text)
{
    double line = json_member_number(at, "line", 0);
    const char *file = json_member_text(at, "file");
    if (file && line >= 1 && line <= MOST_LINES)
        vec_push(a, &out->v, (struct reason){file, what, text, (int)line});
}

static void read_region(struct arena *a, const struct json *r, struct reasons *out)
{
    const struct json *all = json_member(r, "reasons");
    add(a, out, r, "kernel", or_empty(json_member_text(r, "kernel")));
    for (const struct json *e = all && all->kind == JSON_ARRAY ? all->first : NULL; e; e = e->next)
        add(a, out, r, or_empty(json_member_text(e, "what")), or_empty(json_member_text(e, "text")));
}

static void read_finding(struct arena *a, const struct json *x, struct reasons *out)
{
    const char *directive = json_member_text(x, "directive");
    const char *id = json_member_text(x, "id"), *text = or_empty(json_member_text(x, "text"));
    add(a, out, x, id ? id : "?", directive ? arena_printf(a, "%s; write: %s", text, directive) : text);
}

static void each(struct arena *a, const struct json *file, const char *key, struct reasons *out,
                 void (*read)(struct arena *, const struct json *, struct reasons *))
{
    const struct json *list = json_member(file, key);
    for (const struct json *e = list && list->kind == JSON_ARRAY ? list->first : NULL; e; e = e->next)
        read(a, e, out);
}

bool reasons_read(struct arena *a, const char *path, const char *text, size_t n, struct reasons *out)
{
    struct json_error e = {0};
    const struct json *root = json_parse(a, text, n, &e);
    const struct json *files = root ? json_member(root, "files") : NULL;
    double version = root ? json_member_number(root, "gantry_explain", 0) : 0;
    if (!files || files->kind != JSON_ARRAY || version != 1) {
        fprintf(stderr, "gantry: error: %s: ", path);
        if (!root)
            fprintf(stderr, "line %ld: %s\n", e.line, e.cut ? "it ends in the middle" : e.what);
        else
            fprintf(stderr, "these are no reasons of this version (gantry explain --json)\n");
        return false;
    }
    for (const struct json *f = files->first; f; f = f->next) {
        each(a, f, "regions", out, read_region);
        each(a, f, "findings", out, read_finding);
    }
    return true;
}

/* The compiler may have been told another way to the same file. */
bool reason_is_of(const struct reason *r, const char *file)
{
    size_t n = strlen(r->file), m = strlen(file), least = n < m ? n : m;
    const char *x = r->file + n - least, *y = file + m - least;
    return strcmp(x, y) == 0 && (n == m || (n > m ? r->file : file)[(n > m ? n : m) - least - 1] == '/');
}
