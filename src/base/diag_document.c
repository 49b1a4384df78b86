/* diag_document.c: all messages as one document: JSON in GCC's form, or SARIF 2.1.0. */
#include "base.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {"note", "remark", "warning", "error", "fatal error"};

void json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < ' ')
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

/* a message with its notes: returns the index after the last note of message i */
static size_t notes_end(const struct diag *d, size_t i)
{
    for (i++; i < d->kept.n && d->kept.v[i].level == DIAG_NOTE;)
        i++;
    return i;
}

/* ---- JSON, as GCC writes it: an array of messages with their notes as children ---- */
static void json_point(FILE *f, const char *name, struct loc loc, int more)
{
    int col = loc.col > 0 ? loc.col + more : 0;
    fprintf(f, "\"%s\":{\"file\":", name);
    json_string(f, loc.file);
    fprintf(f, ",\"line\":%d,\"column\":%d,\"byte-column\":%d,\"display-column\":%d}", loc.line, col, col, col);
}

static void json_message(const struct diag *d, size_t i)
{
    const struct diag_message *m = &d->kept.v[i];
    FILE *f = d->out;
    fprintf(f, "{\"kind\":\"%s\",\"message\":", kinds[m->level]);
    json_string(f, m->text);
    if (m->id) {
        fputs(",\"id\":", f);
        json_string(f, m->id);
    }
    if (m->option) {
        fputs(",\"option\":", f);
        json_string(f, m->option);
    }
    fputs(",\"column-origin\":1,\"escape-source\":false,\"locations\":[", f);
    if (m->loc.file) { /* line 0: the file as a whole */
        fputc('{', f);
        json_point(f, "caret", m->loc, 0);
        if (m->caret_len > 1) {
            fputc(',', f);
            json_point(f, "finish", m->loc, m->caret_len - 1);
        }
        fputc('}', f);
    }
    fputc(']', f);
    if (m->edit) {
        struct loc next = m->edit->loc;
        next.col = m->edit->end;
        fputs(",\"fixits\":[{", f);
        json_point(f, "start", m->edit->loc, 0);
        fputc(',', f);
        json_point(f, "next", next, 0);
        fputs(",\"string\":", f);
        json_string(f, m->edit->text);
        fputs("}]", f);
    }
    fputs(",\"children\":[", f);
    size_t end = m->level == DIAG_NOTE ? i + 1 : notes_end(d, i);
    for (size_t k = i + 1; k < end; k++) {
        fputs(k > i + 1 ? "," : "", f);
        json_message(d, k);
    }
    fputs("]}", f);
}

static void json(const struct diag *d)
{
    fputc('[', d->out);
    for (size_t i = 0; i < d->kept.n; i = notes_end(d, i)) {
        fputs(i ? ",\n " : "", d->out);
        json_message(d, i);
    }
    fputs("]\n", d->out);
}

/* ---- SARIF ---- */
static void put_uri(FILE *f, const char *path)
{
    char full[PATH_MAX];
    const char *p = realpath(path, full) ? full : path;
    fputs(*p == '/' ? "\"file://" : "\"", f);
    for (; *p; p++) {
        if (strchr("/-._~", *p) || (*p >= '0' && *p <= '9') || (*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z'))
            fputc(*p, f);
        else
            fprintf(f, "%%%02X", (unsigned char)*p);
    }
    fputc('"', f);
}

static void sarif_place(FILE *f, const struct diag_message *m)
{
    fputs("\"physicalLocation\":{\"artifactLocation\":{\"uri\":", f);
    put_uri(f, m->loc.file);
    fputc('}', f);
    if (m->loc.line > 0) {
        fprintf(f, ",\"region\":{\"startLine\":%d", m->loc.line);
        if (m->loc.col > 0)
            fprintf(f, ",\"startColumn\":%d,\"endColumn\":%d", m->loc.col,
                    m->loc.col + (m->caret_len > 1 ? m->caret_len : 1));
        fputc('}', f);
    }
    fputc('}', f);
}

/* the name of its rule: Gantry's id, Clang's option without -W, or who says it: Clang's messages have a place */
static const char *rule(const struct diag_message *m)
{
    if (m->id)
        return m->id;
    return m->option ? m->option + strspn(m->option, "-W") : m->loc.file ? "clang" : "gantry";
}

static void sarif_fix(FILE *f, const struct diag_edit *e)
{
    fputs(",\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":{\"uri\":", f);
    put_uri(f, e->loc.file);
    fprintf(f, "},\"replacements\":[{\"deletedRegion\":{\"startLine\":%d,\"startColumn\":%d,\"endColumn\":%d}",
            e->loc.line, e->loc.col, e->end);
    fputs(",\"insertedContent\":{\"text\":", f);
    json_string(f, e->text);
    fputs("}}]}]}]", f);
}

static void sarif_result(const struct diag *d, size_t i)
{
    const struct diag_message *m = &d->kept.v[i];
    FILE *f = d->out;
    fputs("{\"ruleId\":", f);
    json_string(f, rule(m));
    fprintf(f, ",\"level\":\"%s\",\"message\":{\"text\":",
            m->level >= DIAG_ERROR     ? "error"
            : m->level == DIAG_WARNING ? "warning"
                                       : "note");
    json_string(f, m->text);
    fputs("},\"locations\":[", f);
    if (m->loc.file) {
        fputc('{', f);
        sarif_place(f, m);
        fputc('}', f);
    }
    fputs("],\"relatedLocations\":[", f);
    const char *comma = "";
    for (size_t k = i + 1; k < notes_end(d, i); k++) {
        const struct diag_message *note = &d->kept.v[k];
        fprintf(f, "%s{\"message\":{\"text\":", comma);
        json_string(f, note->text);
        fputc('}', f);
        if (note->loc.file) {
            fputc(',', f);
            sarif_place(f, note);
        }
        fputc('}', f);
        comma = ",";
    }
    fputc(']', f);
    if (m->edit)
        sarif_fix(f, m->edit);
    fputc('}', f);
}

static void sarif_rules(const struct diag *d)
{
    const char *comma = "";
    for (size_t i = 0; i < d->kept.n; i = notes_end(d, i)) {
        bool again = false;
        for (size_t k = 0; k < i && !again; k = notes_end(d, k))
            again = strcmp(rule(&d->kept.v[k]), rule(&d->kept.v[i])) == 0;
        if (again)
            continue;
        fprintf(d->out, "%s{\"id\":", comma);
        json_string(d->out, rule(&d->kept.v[i]));
        if (d->kept.v[i].id && d->kept.v[i].option) {
            fputs(",\"name\":", d->out);
            json_string(d->out, d->kept.v[i].option + strlen("-W"));
        }
        fputc('}', d->out);
        comma = ",";
    }
}

static void sarif(const struct diag *d)
{
    fputs("{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/sarif-schema-2.1.0.json\","
          "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"gantry\",\"rules\":[",
          d->out);
    sarif_rules(d);
    fputs("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[", d->out);
    for (size_t i = 0; i < d->kept.n; i = notes_end(d, i)) {
        fputs(i ? ",\n " : "", d->out);
        sarif_result(d, i);
    }
    fputs("]}]}\n", d->out);
}

/* ---- records: a line for each message ---- */
#define RECORD '\036'
#define FIELD '\037'
#define LINE_END '\035' /* one inside a text */

static void put_field(FILE *f, const char *s)
{
    fputc(FIELD, f);
    for (; s && *s; s++)
        fputc(*s == '\n' ? LINE_END : *s, f);
}

static void records(const struct diag *d)
{
    for (size_t i = 0; i < d->kept.n; i++) {
        const struct diag_message *m = &d->kept.v[i];
        fprintf(d->out, "%c%d %d %d %d %d", RECORD, (int)m->level, m->raised, m->loc.line, m->loc.col, m->caret_len);
        put_field(d->out, m->loc.file);
        put_field(d->out, m->id);
        put_field(d->out, m->option);
        put_field(d->out, m->text);
        fputc('\n', d->out);
    }
}

const char *diag_field(struct arena *a, const char **at)
{
    const char *begin = *at + (**at == FIELD), *end = begin;
    while (*end && *end != FIELD)
        end++;
    *at = end;
    char *text = arena_strndup(a, begin, (size_t)(end - begin));
    for (char *p = text; *p; p++)
        *p = *p == LINE_END ? '\n' : *p;
    return *text ? text : NULL;
}

bool diag_record_read(struct diag *d, const char *line)
{
    int level, raised, row, col, caret, used = 0;
    if (line[0] != RECORD || sscanf(line + 1, "%d %d %d %d %d%n", &level, &raised, &row, &col, &caret, &used) != 5)
        return false;
    const char *at = line + 1 + used, *file = diag_field(d->arena, &at);
    struct diag_message m = {.level = (enum diag_level)level, .loc = {file, row, col}, .caret_len = caret};
    m.raised = raised != 0;
    m.id = diag_field(d->arena, &at);
    m.option = diag_field(d->arena, &at);
    m.text = diag_field(d->arena, &at);
    if (!m.text)
        m.text = "";
    vec_push(d->arena, &d->kept, m);
    return true;
}

void diag_finish(struct diag *d)
{
    if (d->format == DIAG_JSON)
        json(d);
    else if (d->format == DIAG_SARIF)
        sarif(d);
    else if (d->format == DIAG_RECORDS)
        records(d);
    d->kept.n = 0;
    fflush(d->out);
}
