/* libFuzzer target: the pragma lexer and parser on any bytes, then the probe copy and its line map.
 *   tests/fuzz/pragma.test says how it is built
 *   ./pragma_fuzz -max_total_time=60 -dict=tests/fuzz/pragma.dict */
#include "src/front/front_private.h"

#include <stdlib.h>
#include <string.h>

static void check(const struct front *f)
{
    for (size_t i = 0; i < f->unit->regions.n; i++) {
        const struct region *r = f->unit->regions.v[i];
        if (r->pragma_at.end > f->unit->len || r->pragma_at.begin >= r->pragma_at.end)
            abort();
        for (const struct clause *c = r->clauses; c; c = c->next)
            if (c->expr.begin < c->expr.end && !slice_has(r->pragma_at, c->expr.begin))
                abort();
    }
    for (size_t i = 1; i < f->probes.n; i++)
        if (f->probes.v[i].paren <= f->probes.v[i - 1].paren || f->unit->text[f->probes.v[i].paren] != '(')
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 16)
        return 0;
    static FILE *null;
    if (!null)
        null = fopen("/dev/null", "w");
    struct arena *a = arena_new();
    struct diag d;
    diag_init(&d, a, null);
    struct sb text = {0};
    if (size && data[0] & 1) /* one pragma of these bytes, else a whole file of them */
        sb_add(&text, "# 1 \"none.c\"\nvoid f(void) {\n#pragma omp ");
    sb_addn(&text, (const char *)data, size);
    struct front_options o = {.path = "none.c"};
    struct unit u = {.arena = a, .diag = &d, .path = o.path};
    struct front f = {.arena = a,
                      .diag = &d,
                      .options = &o,
                      .unit = &u,
                      .src = text.s ? text.s : "",
                      .len = (uint32_t)text.n};
    f.src_lines = linemap_build(a, f.src, f.len, o.path);
    pragmas_parse(&f);
    probe_build(&f);
    check(&f);
    for (size_t i = 0; i < u.regions.n; i++)
        unfinished(u.regions.v[i])->on_device = true;
    reports_flush(&f);
    sb_free(&text);
    arena_free(a);
    return 0;
}
