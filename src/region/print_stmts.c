/* region/print_stmts.c: --dump=statements, the functions that hold pragmas. One line per statement: kind, line, head,
 * and the names that it uses outside of its children. */
#include "region.h"

enum { HEAD_MAX = 48 }; /* characters of a head that are shown */

static const char *const kind_names[] = {
    [STMT_COMPOUND] = "compound", [STMT_DECL] = "decl",     [STMT_EXPR] = "expr",
    [STMT_NULL] = "null",         [STMT_IF] = "if",         [STMT_FOR] = "for",
    [STMT_WHILE] = "while",       [STMT_DO] = "do",         [STMT_SWITCH] = "switch",
    [STMT_CASE] = "case",         [STMT_LABEL] = "label",   [STMT_BREAK] = "break",
    [STMT_CONTINUE] = "continue", [STMT_RETURN] = "return", [STMT_GOTO] = "goto",
    [STMT_ASM] = "asm",           [STMT_CONSTRUCT] = "",    [STMT_OTHER] = "other",
};

/* Prints text as one line: a run of blanks is one blank; line markers are left out, and the middle of a long text. */
static void print_head(FILE *f, const struct unit *u, struct slice s)
{
    struct sb b = {0};
    for (uint32_t i = s.begin; i < s.end && i < u->len; i++) {
        char c = u->text[i];
        bool bol = i && u->text[i - 1] == '\n';
        if (bol && c == '#') {
            while (i + 1 < s.end && u->text[i + 1] != '\n')
                i++;
            continue;
        }
        bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!blank || (b.n && b.s[b.n - 1] != ' '))
            sb_addc(&b, blank ? ' ' : c);
    }
    int n = (int)b.n;
    if (n > HEAD_MAX)
        fprintf(f, " `%.*s ... %.*s`", HEAD_MAX - 12, b.s, 12, b.s + n - 12);
    else
        fprintf(f, " `%.*s`", n, n ? b.s : "");
    sb_free(&b);
}

/* A name, with a mark for each bit of enum access: r, w read and written; & address taken; * dereferenced or
 * subscripted; R, W what it points to, or its elements; ~R, ~W what a pointer found there points to; ? not evaluated */
static void print_ref(FILE *f, const struct ref *r)
{
    static const struct {
        unsigned bit;
        const char *mark;
    } marks[] = {{ACC_READ, "r"},      {ACC_WRITE, "w"},      {ACC_ADDR, "&"},
                 {ACC_DEREF, "*"},     {ACC_ELEM_READ, "R"},  {ACC_ELEM_WRITE, "W"},
                 {ACC_FAR_READ, "~R"}, {ACC_FAR_WRITE, "~W"}, {ACC_UNEVALUATED, "?"}};
    fprintf(f, " %s%s", r->var ? r->var->name : r->func->name, r->is_call ? "()" : ":");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (r->access & marks[i].bit)
            fputs(marks[i].mark, f);
}

static void print_refs(FILE *f, const struct unit *u, uint32_t index)
{
    const struct stmt *s = &u->stmts.v[index];
    uint32_t child = index + 1;
    bool any = false;
    for (size_t i = unit_ref_from(u, s->at.begin); i < u->refs.n && u->refs.v[i].off < s->at.end; i++) {
        uint32_t off = u->refs.v[i].off;
        while (child < s->next && u->stmts.v[child].at.end <= off)
            child = u->stmts.v[child].next;
        bool ours = u->refs.v[i].var && u->refs.v[i].var->is_length;
        if (ours || (child < s->next && slice_has(u->stmts.v[child].at, off)))
            continue;
        fputs(any ? "" : " |", f);
        any = true;
        print_ref(f, &u->refs.v[i]);
    }
}

static void print_stmt(FILE *f, const struct unit *u, uint32_t index, int depth)
{
    const struct stmt *s = &u->stmts.v[index];
    char name[160];
    fprintf(f, "%*s", depth * 2, "");
    if (s->region)
        fprintf(f, "#%u %s", s->region->id, directive_name(s->region->leaves, s->region->dir, name, sizeof name));
    else
        fputs(kind_names[s->kind], f);
    fprintf(f, " :%d", s->region ? s->region->loc.line : unit_loc(u, s->at.begin).line);
    if (s->head.begin < s->head.end || s->kind == STMT_FOR)
        print_head(f, u, s->head);
    print_refs(f, u, index);
    fputc('\n', f);
    for (uint32_t k = index + 1; k < s->next; k = u->stmts.v[k].next)
        print_stmt(f, u, k, depth + 1);
}

void stmts_print(FILE *f, const struct unit *u)
{
    for (uint32_t i = 0; i < u->stmts.n; i = u->stmts.v[i].next) {
        const char *name = "?";
        for (size_t k = 0; k < u->funcs.n; k++)
            if (u->funcs.v[k]->body.begin == u->stmts.v[i].at.begin)
                name = u->funcs.v[k]->name;
        fprintf(f, "function %s\n", name);
        print_stmt(f, u, i, 1);
    }
}
