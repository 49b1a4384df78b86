/* patch.c: a kept step as a patch, for `patch -p1` and `git am`. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "port_priv.h"

/* SOURCE_DATE_EPOCH makes the same patch of the same step. */
static const char *date(struct arena *a)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed && *fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    char text[64];
    struct tm tm;
    strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &tm));
    return arena_strdup(a, text);
}

static void add_diff(struct port *p, const struct source *s, struct sb *b)
{
    struct arena *a = p->arena;
    const char *old = temp_path(a, "old", ".c"), *new = temp_path(a, "new", ".c");
    if (strcmp(s->kept, s->tried) == 0)
        return;
    if (!file_write(old, s->kept, strlen(s->kept)) || !file_write(new, s->tried, strlen(s->tried)))
        cannot_write(old);
    const char *const words[] = {
        "diff", "-u", "--label", arena_printf(a, "a/%s", s->path), "--label", arena_printf(a, "b/%s", s->path),
        old,    new,  NULL};
    struct ran r = command_in(p, p->work, NULL, words, NULL, 600);
    sb_add(b, r.out);
}

void patch_write(struct port *p, struct loop *l, const char *name, const char *subject, const char *body)
{
    struct sb b = {0};
    sb_printf(&b,
              "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n"
              "From: gantry port <gantry@localhost>\n"
              "Date: %s\n"
              "Subject: [PATCH] %s\n"
              "\n%s---\n",
              date(p->arena), subject, body);
    for_each (struct source, s, p->sources)
        add_diff(p, s, &b);
    sb_add(&b, "-- \ngantry port\n");
    l->patch = arena_printf(p->arena, "patches/%s", name);
    const char *path = arena_printf(p->arena, "%s/%s", p->work, l->patch);
    if (!file_write(path, b.s, b.n))
        cannot_write(path);
    sb_free(&b);
}
