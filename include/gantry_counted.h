/* gantry_counted.h: how the counts of a kernel are written (docs/counters.md), by whoever counted: aligned text, or a
 * line of JSON. Compiled into the plug-in of the emulated device and into the GPU in software, which share no other
 * code. */
#ifndef GANTRY_COUNTED_H
#define GANTRY_COUNTED_H

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counted_number {
    const char *key,
        *label; /* a label that begins with a space is a part of the one before: text has it where it is not 0 */
    uint64_t value;
};
struct counted_place {       /* of the source, or of the PTX */
    const char *file;        /* NULL: not known */
    int line, col, ptx_line; /* col, ptx_line 0: none */
    const char *kind;        /* "load" … */
    uint64_t requests, sectors, least;
};
struct counted_kernel {
    const char *name;
    const char *file, *func; /* of its construct; NULL: not known */
    int line;
    const char *how, *device; /* "by a model"; device: in JSON, NULL: the emulated one */
    uint32_t width;
    uint64_t launches, warp_instructions, lane_instructions;
    const struct counted_number *numbers, *classes; /* classes: warp instructions by class, NULL: not known */
    size_t nnumbers, nclasses;
    struct counted_place *places; /* all of them; the writer sorts */
    size_t nplaces;
};

enum { COUNTED_PLACES = 5 }; /* that are written at most */

static inline uint64_t counted_excess(const struct counted_place *p) { return p->sectors - p->least; }

/* Those with the most sectors that another mapping of iterations would save come first; how many are worth a line. */
static inline size_t counted_worst(struct counted_place *v, size_t n)
{
    size_t found = 0;
    for (; found < n && found < COUNTED_PLACES; found++) {
        size_t best = found;
        for (size_t i = found + 1; i < n; i++)
            best = counted_excess(&v[i]) > counted_excess(&v[best]) ? i : best;
        if (!counted_excess(&v[best]))
            break;
        struct counted_place p = v[best];
        memmove(v + found + 1, v + found, (best - found) * sizeof *v); /* those that are alike stay in their order */
        v[found] = p;
    }
    return found;
}

static inline void counted_text(FILE *f, const struct counted_kernel *k)
{
    uint64_t slots = k->warp_instructions * k->width;
    size_t n = counted_worst(k->places, k->nplaces);
    fprintf(f, "kernel %s", k->name);
    if (k->file)
        fprintf(f, " (%s:%d, %s)", k->file, k->line, k->func);
    fprintf(f, ", %" PRIu64 " launch%s, warps of %u: counted %s\n", k->launches, k->launches == 1 ? "" : "es", k->width,
            k->how);
    for (size_t i = 0; i < k->nnumbers; i++)
        if (k->numbers[i].value || k->numbers[i].label[0] != ' ')
            fprintf(f, "  %-24s %14" PRIu64 "\n", k->numbers[i].label, k->numbers[i].value);
    if (slots)
        fprintf(f, "  %-24s %13.1f%%\n", "lanes in use", 100.0 * (double)k->lane_instructions / (double)slots);
    if (k->classes)
        fputs("  warp instructions by class\n", f);
    for (size_t i = 0; i < k->nclasses; i++)
        if (k->classes[i].value)
            fprintf(f, "    %-22s %14" PRIu64 "\n", k->classes[i].label, k->classes[i].value);
    for (const struct counted_place *p = k->places; p < k->places + n; p++) {
        if (!p->file)
            fprintf(f, "  PTX line %d: ", p->ptx_line);
        else if (p->col)
            fprintf(f, "  %s:%d:%d: ", p->file, p->line, p->col);
        else
            fprintf(f, "  %s:%d: ", p->file, p->line);
        fprintf(f, "%s: %" PRIu64 " sectors in %" PRIu64 " requests, %" PRIu64 " would do\n", p->kind, p->sectors,
                p->requests, p->least);
    }
}

static inline void counted_string(FILE *f, const char *key, const char *s)
{
    fprintf(f, "\"%s\":\"", key);
    for (; *s; s++)
        if ((unsigned char)*s < 0x20)
            fprintf(f, "\\u%04x", (unsigned)*s);
        else
            fprintf(f, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fputc('"', f);
}

static inline void counted_json_place(FILE *f, const struct counted_place *p)
{
    fputc('{', f);
    if (p->file) {
        counted_string(f, "file", p->file);
        fprintf(f, ",\"line\":%d,", p->line);
    }
    if (p->col)
        fprintf(f, "\"column\":%d,", p->col);
    if (p->ptx_line)
        fprintf(f, "\"ptx_line\":%d,", p->ptx_line);
    fprintf(f, "\"kind\":\"%s\",\"requests\":%" PRIu64 ",\"sectors\":%" PRIu64 ",\"least\":%" PRIu64 "}", p->kind,
            p->requests, p->sectors, p->least);
}

static inline void counted_json(FILE *f, const struct counted_kernel *k)
{
    size_t n = counted_worst(k->places, k->nplaces);
    fputc('{', f);
    counted_string(f, "kernel", k->name);
    if (k->file) {
        fputc(',', f);
        counted_string(f, "file", k->file);
        fprintf(f, ",\"line\":%d,", k->line);
        counted_string(f, "function", k->func);
    }
    if (k->device) {
        fputc(',', f);
        counted_string(f, "device", k->device);
    }
    fprintf(f, ",\"width\":%u,\"launches\":%" PRIu64, k->width, k->launches);
    for (size_t i = 0; i < k->nnumbers; i++)
        fprintf(f, ",\"%s\":%" PRIu64, k->numbers[i].key, k->numbers[i].value);
    for (size_t i = 0; i < k->nclasses; i++)
        fprintf(f, "%s\"%s\":%" PRIu64, i ? "," : ",\"classes\":{", k->classes[i].key, k->classes[i].value);
    fputs(k->classes ? "},\"places\":[" : ",\"places\":[", f);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? "," : "", f);
        counted_json_place(f, &k->places[i]);
    }
    fputs("]}\n", f);
}

static inline bool counted_is_json(const char *path)
{
    size_t n = strlen(path);
    return n > 5 && strcmp(path + n - 5, ".json") == 0;
}

static inline void counted_write(FILE *f, const struct counted_kernel *k, bool json)
{
    (json ? counted_json : counted_text)(f, k);
}

#endif
