/* log.c: what people read afterwards: log.txt, and the same as log.json. Written anew after each step. */
#include <stdlib.h>
#include <string.h>

#include "port_priv.h"

enum { MOST_FUNCTIONS = 20 };

unsigned steps_kept(const struct port *p)
{
    unsigned n = 0;
    for_each_pointer (struct loop, l, p->loops)
        n += l->patch != NULL;
    for_each_pointer (struct loop, l, p->merges)
        n += l->patch != NULL;
    return n;
}

const char *share_text(struct arena *a, const struct port *p, double seconds)
{
    return p->estimated ? "an unknown part" : p->total > 0 ? arena_printf(a, "%.1f %%", 100 * seconds / p->total) : "?";
}

static const char *build_text(const struct port *p)
{
    struct sb b = {0};
    for (const char **w = p->build; *w; w++)
        sb_printf(&b, "%s%s", b.n ? " " : "", *w);
    return sb_take(&b, p->arena);
}

static const char *where_timed(const struct port *p) { return p->here->gpu ? "the GPU" : "the CPU, regions in place"; }

/* ---- text ---- */
static void text_head(const struct port *p, FILE *f)
{
    fprintf(f, "program    %s\nbuild      %s\nrun        %s\nverify     %s, on %s\n", p->program, build_text(p), p->run,
            p->verify, p->here->gpu ? "the GPU" : "the emulated GPU");
    if (p->check)
        fprintf(f, "check      %s\n", p->check);
    else
        fprintf(f, "check      what it prints, its status%s, against the first serial run\n",
                p->outputs.n ? ", its files" : "");
    fprintf(f, "faults     %s\n", p->no_faults ? "not looked for" : "looked for by gantry check, in the run of verify");
    fprintf(f, "serial     %.3f s, status %d\n", p->serial, p->status);
    if (p->keep_all)
        fputs("times      not taken: every step that is right is kept\n", f);
    else if (is_too_short(p) && !p->measured)
        fputs(
            "times      not taken, the run is too short: every step that is right is kept (--run names a longer one)\n",
            f);
    else
        fprintf(f, "times      %s%s\n", p->measured ? "given by --measured, else on " : "on ", where_timed(p));
    if (p->estimated)
        fputs("hottest    not measured, the run is too short or ends by _exit: the deepest nests come first\n", f);
    for_each (const char *, n, p->notes)
        fprintf(f, "note       %s\n", *n);
}

static void text_functions(const struct port *p, FILE *f)
{
    unsigned n = 0;
    if (!p->functions.n)
        return;
    fprintf(f, "\nWhere the time goes (%.3f s sampled)\n     total      self  function\n", p->total);
    for_each (struct function, fn, p->functions) {
        if (n++ == MOST_FUNCTIONS || fn->seconds < 0.005 * p->total)
            break;
        fprintf(f, "  %8s  %8s  %s%s%s\n", share_text(p->arena, p, fn->seconds), share_text(p->arena, p, fn->self),
                fn->name, *fn->callers ? ", called by " : "", fn->callers);
    }
}

static void text_times(const struct loop *l, FILE *f)
{
    if (l->before > 0)
        fprintf(f, "    %.4f s before, %.4f s after\n", l->before, l->after);
}

static void text_loop(const struct port *p, const struct loop *l, FILE *f)
{
    fprintf(f, "%s:%d, in %s, %s of the time: %s: %s\n", l->source->path, l->line, l->function,
            share_text(p->arena, p, l->seconds), outcome_names[l->outcome], l->why);
    text_times(l, f);
    fprintf(f, "    %s: %s [%s]\n", l->verdict, l->reason, l->id);
    if (l->directive)
        fprintf(f, "    #pragma omp %s\n", l->directive);
    else if (l->none)
        fprintf(f, "    no directive: %s [%s]\n", l->none, l->none_id);
    if (l->patch)
        fprintf(f, "    %s\n", l->patch);
}

static void text_merge(const struct port *p, const struct loop *l, FILE *f)
{
    fprintf(f, "%s: %s: %s\n", loop_name(p->arena, l), outcome_names[l->outcome], l->why);
    text_times(l, f);
    for (const char *d = l->data; d && *d; d += strcspn(d, "\n") + 1)
        fprintf(f, "    %.*s\n", (int)strcspn(d, "\n"), d);
    if (l->patch)
        fprintf(f, "    %s\n", l->patch);
}

static const struct loop *loop_of_step(const struct port *p, unsigned step)
{
    for_each_pointer (struct loop, m, p->merges)
        if (m->step == step)
            return m;
    for_each_pointer (struct loop, l, p->loops)
        if (l->step == step && l->outcome != STEP_OPEN)
            return l;
    return NULL;
}

static bool is_cold(const struct port *p, const struct loop *l) { return 100 * l->seconds < p->least * p->total; }

static void text_not_tried(const struct port *p, FILE *f)
{
    bool head = false;
    for_each_pointer (struct loop, l, p->loops) {
        if (l->outcome != STEP_NOT_TRIED || is_cold(p, l))
            continue;
        if (!head)
            fputs("\nNot tried\n", f);
        head = true;
        fputs("    ", f);
        text_loop(p, l, f);
    }
}

/* by their places alone: log.json says more */
static void text_cold(const struct port *p, FILE *f)
{
    const struct source *last = NULL;
    for_each (struct source, s, p->sources)
        for_each_pointer (struct loop, l, p->loops) {
            if (l->outcome != STEP_NOT_TRIED || !is_cold(p, l) || l->source != s)
                continue;
            if (!last)
                fprintf(f, "\nNot tried, less than %g %% of the time each\n   ", p->least);
            if (last == s)
                fprintf(f, ",%d", l->line);
            else
                fprintf(f, " %s:%d", s->path, l->line);
            last = s;
        }
    if (last)
        fputc('\n', f);
}

static void text_loops(const struct port *p, FILE *f)
{
    if (p->steps)
        fputs("\nSteps, the hottest loop first\n", f);
    for (unsigned i = 1; i <= p->steps; i++) {
        const struct loop *l = loop_of_step(p, i);
        if (l) {
            fprintf(f, "%2u  ", i);
            l->kind == TRY_LOOP ? text_loop(p, l, f) : text_merge(p, l, f);
        }
    }
    for_each_pointer (struct loop, m, p->merges)
        if (m->outcome == STEP_NOT_TRIED) {
            fputs("    ", f);
            text_merge(p, m, f);
        }
    text_not_tried(p, f);
    text_cold(p, f);
}

static void text_end(const struct port *p, FILE *f)
{
    unsigned open = 0;
    for_each_pointer (struct loop, l, p->loops)
        open += l->outcome == STEP_OPEN;
    fprintf(f, "\n%u of %u step%s kept", steps_kept(p), p->steps, p->steps == 1 ? "" : "s");
    if (p->final > 0)
        fprintf(f, "; %.3f s, serial %.3f s", p->final, p->serial);
    if (open)
        fprintf(f, "; %u loop%s not yet looked at%s%s", open, open == 1 ? "" : "s", p->ended ? ": " : "",
                p->ended ? p->ended : "");
    fputc('\n', f);
}

static void text_all(const struct port *p, FILE *f)
{
    text_head(p, f);
    text_functions(p, f);
    text_loops(p, f);
    text_end(p, f);
}

/* ---- JSON ---- */
static void json_loop(const struct loop *l, FILE *f)
{
    static const char *const kinds[] = {"loop", "data", "all", "tune"};
    fputs("{\"kind\": ", f);
    json_string(f, kinds[l->kind]);
    if (l->kind == TRY_LOOP) {
        json_text_member(f, "file", l->source->path);
        fprintf(f, ", \"line\": %d, \"last\": %d, \"seconds\": %.6f", l->line, l->last, l->seconds);
    }
    json_text_member(f, "data", l->data);
    json_text_member(f, "function", l->function);
    json_text_member(f, "verdict", l->verdict);
    json_text_member(f, "id", l->id);
    json_text_member(f, "reason", l->reason);
    json_text_member(f, "directive", l->directive);
    json_text_member(f, "none_id", l->none_id);
    json_text_member(f, "none", l->none);
    json_text_member(f, "outcome", outcome_names[l->outcome]);
    json_text_member(f, "why", l->why);
    if (l->step)
        fprintf(f, ", \"step\": %u", l->step);
    if (l->before > 0)
        fprintf(f, ", \"before\": %.6f, \"after\": %.6f", l->before, l->after);
    json_text_member(f, "patch", l->patch);
    fputc('}', f);
}

static void json_list(FILE *f, const char *name, const char *const *v, size_t n)
{
    fprintf(f, ",\n\"%s\": [", name);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", " : "", f);
        json_string(f, v[i]);
    }
    fputc(']', f);
}

static void json_all(const struct port *p, FILE *f)
{
    const char *gap = "";
    fputs("{\"program\": ", f);
    json_string(f, p->program);
    json_text_member(f, "build", build_text(p));
    json_text_member(f, "run", p->run);
    json_text_member(f, "verify", p->verify);
    json_text_member(f, "check", p->check);
    json_text_member(f, "ended", p->ended);
    json_text_member(f, "timed", p->keep_all ? NULL : where_timed(p));
    fprintf(f, ", \"serial\": %.6f, \"status\": %d, \"sampled\": %.6f", p->serial, p->status, p->total);
    if (p->final > 0)
        fprintf(f, ", \"final\": %.6f", p->final);
    json_list(f, "notes", p->notes.v, p->notes.n);
    fputs(",\n", f);
    json_functions(f, p);
    fputs(",\n\"loops\": [", f);
    for_each_pointer (struct loop, l, p->loops) {
        fprintf(f, "%s\n  ", gap);
        json_loop(l, f);
        gap = ",";
    }
    fputs("],\n\"merges\": [", f);
    gap = "";
    for_each_pointer (struct loop, l, p->merges) {
        fprintf(f, "%s\n  ", gap);
        json_loop(l, f);
        gap = ",";
    }
    fputs("]}\n", f);
}

static void write_one(const struct port *p, const char *name, void (*all)(const struct port *, FILE *))
{
    const char *path = arena_printf(p->arena, "%s/%s", p->work, name);
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        cannot_write(path);
    all(p, f);
    if (fclose(f) != 0 || !file_write(path, text, n))
        cannot_write(path);
    free(text);
}

void log_write(const struct port *p)
{
    write_one(p, "log.txt", text_all);
    write_one(p, "log.json", json_all);
}
