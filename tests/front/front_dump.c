/* gantry-front [clang flags] [--no-check] [--openacc] [--probe|--refs|--verify|--tree|--spans|--vars|--funcs|--chunks]
 * [--include-dir=DIR] file.c What the front end makes of a file: the region tree, or the table asked for. Exit status
 * as the command's.
 * --verify prints nothing, and verifies after the analyses, too.
 */
#include "src/front/front.h"
#include "src/analysis/analysis.h"

#include <string.h>

static void print_flags(const char *const *names, const bool *set, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (set[i])
            printf(" %s", names[i]);
}

static void print_var(const struct unit *u, const struct var *v)
{
    static const char *const names[] = {"param",        "global",     "static",  "extern",
                                        "thread-local", "addr-taken", "written", "declared-in-region"};
    const bool set[] = {v->is_param,        v->is_global,  v->is_static, v->is_extern,
                        v->is_thread_local, v->addr_taken, v->written,   v->declared_in != NULL};
    printf("var %s%s%s:%d '%s' size=%lld", v->func ? v->func->name : "", v->func ? "." : "", v->name, v->loc.line,
           type_declare(u->arena, v->type, v->name), (long long)v->type->size);
    print_flags(names, set, 8);
    if (v->init.begin < v->init.end)
        printf(" init='%.*s'", (int)(v->init.end - v->init.begin), u->text + v->init.begin);
    if (v->stmt.begin < v->stmt.end)
        printf(" stmt[%u]='%.*s'", v->stmt_vars, (int)(v->stmt.end - v->stmt.begin), u->text + v->stmt.begin);
    if (v->type->unnameable || v->type->local || v->type->has_pointers || v->type->is_long_double)
        printf(" type:%s%s%s%s", v->type->unnameable ? " unnameable" : "", v->type->local ? " local" : "",
               v->type->has_pointers ? " has-pointers" : "", v->type->is_long_double ? " long-double" : "");
    printf("\n");
}

static void print_vars(const struct unit *u)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (!linemap_in_system(u->lines, u->vars.v[i]->decl))
            print_var(u, u->vars.v[i]);
}

static void print_funcs(const struct unit *u)
{
    static const char *const names[] = {"static",   "inline",         "variadic", "system",
                                        "noreturn", "declare-target", "device",   "indirect-calls"};
    for (size_t i = 0; i < u->funcs.n; i++) {
        const struct func *f = u->funcs.v[i];
        const bool set[] = {f->is_static, f->is_inline,      f->is_variadic, f->in_system_header,
                            f->noreturn,  f->declare_target, f->on_device,   f->has_indirect_calls};
        printf("func %s(", f->name);
        for (size_t k = 0; k < f->params.n; k++)
            printf("%s%s", k ? ", " : "", type_declare(u->arena, f->params.v[k]->type, f->params.v[k]->name));
        printf(") -> '%s'", type_declare(u->arena, f->result, ""));
        print_flags(names, set, 8);
        printf("%s\n", f->body.begin < f->body.end ? " defined" : "");
    }
}

static void print_chunks(const struct unit *u)
{
    static const char *const kinds[] = {"decl", "func", "var", "pragma"};
    for (size_t i = 0; i < u->chunks.n; i++) {
        const struct chunk *k = &u->chunks.v[i];
        if (k->in_system_header)
            continue;
        printf("chunk %s `%.*s` needs", kinds[k->kind], (int)(k->text.end - k->text.begin), u->text + k->text.begin);
        for (size_t c = 0; c < u->chunks.n; c++) {
            size_t n = unit_use_from(u, k->text.begin);
            while (n < u->uses.n && u->uses.v[n].off < k->text.end && u->uses.v[n].chunk != c)
                n++;
            if (c != i && n < u->uses.n && u->uses.v[n].off < k->text.end)
                printf(" :%d", unit_loc(u, u->chunks.v[c].text.begin).line);
        }
        printf("\n");
    }
}

/* ---- statements ---- */
static bool is_leaf_part(const struct node *n) { return n->kind == NODE_VARIABLE || n->kind == NODE_TYPES; }

static void print_spans_in(const struct unit *u, const struct node *n)
{
    if (node_is_statement(n) && !is_leaf_part(n))
        printf("{%.*s}\n", (int)(n->at.end - n->at.begin), u->text + n->at.begin);
    for (unsigned i = 0; i < n->nkids; i++)
        if (n->kids[i])
            print_spans_in(u, n->kids[i]);
}

/* the text of every statement from its first to its last character, blanks as they are */
static void print_spans(const struct unit *u)
{
    for (size_t i = 0; i < u->trees.n; i++)
        if (!linemap_in_system(u->lines, u->trees.v[i]->at.begin))
            print_spans_in(u, u->trees.v[i]);
}

/* & its address goes on; * dereferenced or subscripted; R W what it points to, or elements; ~R ~W what a pointer found
 * there points to; ? only asked for its type */
static void print_ref(const struct ref *r)
{
    static const struct {
        unsigned bit;
        const char *mark;
    } marks[] = {{ACC_READ, "r"},      {ACC_WRITE, "w"},      {ACC_ADDR, "&"},
                 {ACC_DEREF, "*"},     {ACC_ELEM_READ, "R"},  {ACC_ELEM_WRITE, "W"},
                 {ACC_FAR_READ, "~R"}, {ACC_FAR_WRITE, "~W"}, {ACC_UNEVALUATED, "?"}};
    printf(" %s%s", r->var ? r->var->name : r->func->name, r->is_call ? "()" : ":");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (r->access & marks[i].bit)
            fputs(marks[i].mark, stdout);
}

/* the statement that a name belongs to: not one inside an expression, or in the head of a loop */
static const struct node *owner_of(const struct node *n)
{
    const struct node *owner = NULL;
    for (; n; n = n->parent) {
        bool part = !node_is_statement(n) || (n->parent && node_is_statement(n->parent) && !is_leaf_part(n) &&
                                              n->parent->kind == NODE_FOR && n->place == 0);
        if (part)
            owner = NULL;
        else if (!owner && !is_leaf_part(n))
            owner = n;
    }
    return owner;
}

static void print_refs_in(const struct unit *u, const struct node *n)
{
    const char *before = " |";
    printf("%s :%d", node_name(n->kind), unit_loc(u, n->at.begin).line);
    for (size_t i = unit_ref_from(u, n->at.begin); i < u->refs.n && u->refs.v[i].off < n->at.end; i++)
        if (u->refs.v[i].node && owner_of(u->refs.v[i].node) == n) {
            fputs(before, stdout);
            before = "";
            print_ref(&u->refs.v[i]);
        }
    printf("\n");
    for (unsigned i = 0; i < n->nkids; i++)
        if (node_substatement(n, i))
            print_refs_in(u, n->kids[i]);
}

/* the names that every statement uses itself, those in it not counted, and what it does with them */
static void print_refs(const struct unit *u)
{
    for (size_t i = 0; i < u->trees.n; i++)
        if (!linemap_in_system(u->lines, u->trees.v[i]->at.begin) && u->trees.v[i]->kind == NODE_COMPOUND)
            print_refs_in(u, u->trees.v[i]);
}

/* Are the trees as they should be after all analyses, too? What these report of the file is not asked here. */
static bool analysed(const struct unit *u)
{
    struct analysis_options o = {.warn = true};
    struct analysis *an;
    u->diag->out = fopen("/dev/null", "w");
    analyse(u, &o, &an);
    return region_verify(u, stderr) && tree_verify(u, stderr);
}

int main(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct diag d;
    const char **cflags = arena_alloc(a, ((size_t)argc + 1) * sizeof *cflags), *what = "";
    struct front_options o = {.cflags = cflags, .check = true};
    int n = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--no-check"))
            o.check = false;
        else if (!strcmp(argv[i], "--openacc"))
            o.openacc = true;
        else if (!strncmp(argv[i], "--include-dir=", 14))
            o.include_dir = argv[i] + 14;
        else if (!strncmp(argv[i], "--", 2))
            what = argv[i] + 2;
        else if (argv[i][0] == '-')
            cflags[n++] = argv[i];
        else
            o.path = argv[i];
    }
    if (!o.path) {
        fprintf(stderr, "usage: gantry-front [options] file.c\n");
        return 2;
    }
    diag_init(&d, a, stderr);
    d.max_errors = 0;
    size_t len;
    char *text = front_preprocess(a, &o, &len);
    if (!text)
        return 1;
    const struct unit *u = front_parse(a, &d, &o, text, len);
    bool good = u && region_verify(u, stderr) && tree_verify(u, stderr);
    if (u && !strcmp(what, "probe"))
        fwrite(u->text, 1, u->len, stdout);
    else if (u && !strcmp(what, "tree"))
        tree_print(stdout, u);
    else if (u && !strcmp(what, "verify"))
        good = good && analysed(u);
    else if (u && !strcmp(what, "refs"))
        print_refs(u);
    else if (u && !strcmp(what, "spans"))
        print_spans(u);
    else if (u && !strcmp(what, "vars"))
        print_vars(u);
    else if (u && !strcmp(what, "funcs"))
        print_funcs(u);
    else if (u && !strcmp(what, "chunks"))
        print_chunks(u);
    else if (u)
        region_print(stdout, u);
    arena_free(a);
    return u ? good ? 0 : 70 : 1;
}
