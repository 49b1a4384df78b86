/* code.c: where an instruction of host code stands in the source, and what stands there. */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../plugins/emulated/emulated.h"
#include "check.h"

static void ask(const void *caller, struct check_code *out)
{
    struct emu_place place;
    void *frame = (void *)(uintptr_t)caller;
    emu_place_of(&frame, 1, false, (void (*)(void **))(uintptr_t)caller, &place);
    if (place.line <= 0 && *place.function)
        out->near = emu_place_near(caller, &place);
    snprintf(out->file, sizeof out->file, "%s", place.file);
    snprintf(out->func, sizeof out->func, "%s", place.function);
    out->at = (struct gantry_loc){NULL, NULL, place.line, place.col};
}

/* Asking for a place starts a process: each is kept, for what is judged in many parallel regions is asked for in each.
 */
void check_code_of(const void *caller, struct check_code *out)
{
    enum { KEPT = 1024 };
    static struct known {
        const void *caller;
        struct check_code code;
    } *known[KEPT];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    memset(out, 0, sizeof *out);
    if (!caller)
        return;
    pthread_mutex_lock(&lock);
    struct known **k = &known[((uintptr_t)caller >> 2 ^ (uintptr_t)caller >> 12) % KEPT];
    if (*k && (*k)->caller == caller) {
        *out = (*k)->code;
    } else {
        ask(caller, out);
        *k = *k ? *k : malloc(sizeof **k);
        if (*k)
            **k = (struct known){caller, *out};
    }
    pthread_mutex_unlock(&lock);
    out->at.file = *out->file ? out->file : NULL;
    out->at.func = *out->file ? out->func : NULL;
    if (!*out->file)
        out->at = (struct gantry_loc){0};
}

struct gantry_loc check_place_of(const void *caller)
{
    static _Thread_local struct check_code code;
    check_code_of(caller, &code);
    return code.at;
}

/* Under the lock. Asking for a place starts a process, so that it is done once. */
bool check_code_new(const char *id, const void *caller)
{
    static struct told {
        struct told *next;
        const char *id;
        const void *caller;
    } *told[256];
    struct told **t = &told[((uintptr_t)caller >> 2) % 256];
    for (; *t; t = &(*t)->next)
        if ((*t)->caller == caller && strcmp((*t)->id, id) == 0)
            return false;
    if ((*t = malloc(sizeof **t)))
        **t = (struct told){NULL, id, caller};
    return true;
}

/* ---- the source ---- */
enum { LINE = 4096 };

struct source {
    char (*line)[LINE]; /* the last ones that were read, up to the one asked for; from 1 */
    int n;
};

static bool source_read(struct source *s, const char *file, int upto)
{
    FILE *f = file && upto > 0 ? fopen(file, "re") : NULL;
    s->n = 0;
    s->line = f ? calloc((size_t)upto + 1, LINE) : NULL;
    while (s->line && s->n < upto && fgets(s->line[s->n + 1], LINE, f))
        s->n++;
    if (f)
        fclose(f);
    return s->line && s->n == upto;
}

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* ---- what an access is called ---- */
/* Where the brackets end that open at `at`; 0: not on this line */
static int over_brackets(const char *line, int at)
{
    int depth = 0;
    for (; line[at]; at++) {
        depth += line[at] == '[' ? 1 : line[at] == ']' ? -1 : 0;
        if (!depth)
            return at + 1;
    }
    return 0;
}

/* behind the name at `at`, its subscripts and members */
static int end_of_postfix(const char *line, int at)
{
    while (is_of_name(line[at]))
        at++;
    for (;;) {
        int member = line[at] == '.' ? 1 : line[at] == '-' && line[at + 1] == '>' ? 2 : 0, end = 0;
        if (member && is_of_name(line[at + member]))
            for (end = at + member; is_of_name(line[end]); end++)
                ;
        else if (line[at] == '[')
            end = over_brackets(line, at);
        if (!end)
            return at;
        at = end;
    }
}

/* Where the expression of names, subscripts and members begins that ends before `end`; -1: it is of another kind */
static int begin_of_postfix(const char *line, int end)
{
    int at = end;
    while (at > 0) {
        int depth = 0;
        while (at > 0 && (line[at - 1] == ']' || depth)) {
            at--;
            depth += line[at] == ']' ? 1 : line[at] == '[' ? -1 : 0;
            if (!depth && line[at - 1] != ']')
                break;
        }
        int name = at;
        while (at > 0 && is_of_name(line[at - 1]))
            at--;
        if (at == name)
            return -1;
        if (at > 0 && line[at - 1] == '.')
            at--;
        else if (at > 1 && line[at - 1] == '>' && line[at - 2] == '-')
            at -= 2;
        else
            return at;
    }
    return -1;
}

bool check_spelled(const struct gantry_loc *at, char *out, unsigned room)
{
    struct source s;
    int begin = -1, end = 0, col = at->col - 1;
    if (col >= 0 && source_read(&s, at->file, at->line) && strlen(s.line[at->line]) > (size_t)col &&
        s.line[at->line][strspn(s.line[at->line], " \t")] != '#') {
        const char *line = s.line[at->line];
        int stars = (int)strspn(line + col, "*");
        if (is_of_name(line[col + stars])) {
            end = end_of_postfix(line, col + stars);
            begin = stars ? col : begin_of_postfix(line, end);
        } else { /* an operator, behind what it changes, or before it: ++x */
            end = col;
            while (end > 0 && isspace((unsigned char)line[end - 1]))
                end--;
            begin = end > 0 ? begin_of_postfix(line, end) : -1;
            int behind = col + (int)strspn(line + col, "+-");
            if (begin < 0 && behind == col + 2 && is_of_name(line[behind])) {
                begin = behind;
                end = end_of_postfix(line, behind);
            }
            while (begin > 0 && line[begin - 1] == '*')
                begin--;
        }
        if (begin >= 0 && line[end] != '(' && !isdigit((unsigned char)line[begin]))
            snprintf(out, room, "'%.*s'", end - begin, line + begin);
        else
            begin = -1;
    }
    if (col >= 0)
        free(s.line);
    return begin >= 0;
}

bool check_line_has(const struct gantry_loc *at, const char *words)
{
    struct source s;
    bool found = source_read(&s, at->file, at->line) && strstr(s.line[at->line], words);
    free(s.line);
    return found;
}

/* ---- the map type of a list item ---- */

/* One clause on one line: "map(alloc: x, ITEM, y)". Columns count from 0; an end is one behind. */
struct clause {
    int open, colon, item, end, close; /* what is between the parentheses is from open to close */
};

/* Goes from the item back to the parenthesis around it, over pairs of others. */
static bool clause_begin(const char *line, struct clause *c)
{
    int depth = 0, at = c->item;
    while (at-- > 0 && depth >= 0) {
        depth += strchr(")]", line[at]) ? 1 : strchr("([", line[at]) ? -1 : 0;
        if (line[at] == ':' && depth == 0)
            c->colon = at;
    }
    c->open = at + 2;
    return depth < 0 && c->colon > c->open;
}

static bool clause_end(const char *line, struct clause *c)
{
    int depth = 0, at = c->item;
    for (; line[at] && depth >= 0; at++) {
        depth += strchr("([", line[at]) ? 1 : strchr(")]", line[at]) ? -1 : 0;
        if (!c->end && (depth < 0 || (depth == 0 && line[at] == ',')))
            c->end = at;
    }
    c->close = at - 1;
    return depth < 0;
}

/* an item of others gets a clause of its own */
static void split_clause(const char *line, const struct clause *c, const char *type, const char *to, char *out,
                         size_t room)
{
    int before = c->item;
    while (before > c->colon && strchr(" ,", line[before - 1]))
        before--;
    size_t n = 0;
    if (before > c->colon + 1)
        n += (size_t)snprintf(out, room, "%s%.*s) map(", type, before - c->colon, line + c->colon);
    n += (size_t)snprintf(out + n, room - n, "%s: %.*s", to, c->end - c->item, line + c->item);
    if (c->end < c->close)
        snprintf(out + n, room - n, ") map(%s:%.*s", type, c->close - c->end - 1, line + c->end + 1);
}

bool check_map_type(const struct gantry_loc *item, const char *type, const char *to, char *room, size_t n,
                    struct gantry_edit *edit)
{
    struct source s;
    bool found =
        source_read(&s, item->file, item->line) && item->col > 0 && strlen(s.line[item->line]) > (size_t)item->col;
    struct clause c = {.item = item->col - 1};
    const char *line = found ? s.line[item->line] : "";
    found = found && clause_begin(line, &c) && clause_end(line, &c) && (size_t)(c.close - c.open) < n / 2;
    if (found) {
        int begin = c.open + (int)strspn(line + c.open, " "), end = c.colon;
        while (end > begin && line[end - 1] == ' ')
            end--;
        found = (size_t)(end - begin) == strlen(type) && strncmp(line + begin, type, strlen(type)) == 0;
        split_clause(line, &c, type, to, room, n);
        if (found)
            *edit = (struct gantry_edit){item->file, item->line, begin + 1, c.close + 1, room};
    }
    free(s.line);
    return found;
}
