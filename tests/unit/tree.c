/* The tree of statements and expressions: finding nodes, what is the same, what a block consists of, broken trees. */
#include "src/front/front.h"
#include "src/region/tree.h"

#include <stdio.h>
#include <string.h>

#include "../checks.h"

static struct arena *arena;

static const struct unit *parse(const char *text)
{
    static struct diag d;
    diag_init(&d, arena, stderr);
    struct front_options o = {.path = "test.c"};
    return front_parse(arena, &d, &o, text, strlen(text));
}

/* The n-th expression statement of function `name`. */
static const struct node *expression(const struct unit *u, const char *name, unsigned n)
{
    const struct node *body = NULL;
    for (size_t i = 0; i < u->funcs.n; i++)
        if (!strcmp(u->funcs.v[i]->name, name))
            body = u->funcs.v[i]->tree;
    for (unsigned i = 0; body && i < body->nkids; i++)
        if (body->kids[i]->kind == NODE_EXPRESSION && n-- == 0)
            return body->kids[i]->kids[0];
    return NULL;
}

static void check_equal(void)
{
    static const char *const same[][2] = {
        {"s.p[i + 1]", "s . p [ ( i + 1 ) ]"},
        {"p->next->v", "(p->next)->v"},
        {"1[a]", "a[1]"},
        {"a[0x10]", "a[16]"},
        {"(double)i", "( double ) ( i )"},
        {"-i", "-(i)"},
        {"sizeof(int)", "sizeof i"},
        {"f(i, 1.5)", "f((i), 1.5)"},
        {"\"x\"", "\"x\""},
    };
    static const char *const differ[][2] = {
        {"s.p[i]", "s.q[i]"},
        {"p->v", "p->next->v"},
        {"i", "j"},
        {"i + j", "j + i"},
        {"i++", "++i"},
        {"a[1]", "a[2]"},
        {"(int)i", "(long)i"},
        {"1", "1u"},
        {"1.5", "1.25"},
        {"\"x\"", "\"y\""},
        {"i + j", "i - j"},
        {"f(i, 1)", "f(i)"},
        {"({ i; })", "({ i; })"},
    };
    for (int wanted = 0; wanted < 2; wanted++)
        for (size_t i = 0; i < (wanted ? sizeof same / sizeof *same : sizeof differ / sizeof *differ); i++) {
            const char *const *pair = wanted ? same[i] : differ[i];
            const struct unit *u =
                parse(arena_printf(arena,
                                   "struct t { int *p, *q, v; struct t *next; } s, *p; int a[20], i, j; int f();\n"
                                   "void test(void) { %s; %s; }\n",
                                   pair[0], pair[1]));
            CHECK(u && tree_equal(u, expression(u, "test", 0), expression(u, "test", 1)) == (bool)wanted);
            if (failures)
                fprintf(stderr, "  %s, %s\n", pair[0], pair[1]);
        }
}

static void check_sole(void)
{
    const struct unit *u = parse("int x;\n"
                                 "void one(void) { ; { { } { ; x = 1; } } }\n"
                                 "void none(void) { { ; } {} }\n"
                                 "void two(void) { { x = 1; } x = 2; }\n"
                                 "void declares(void) { int y; x = 2; }\n");
    const enum node_kind none = NODE_KINDS, sole[] = {NODE_EXPRESSION, none, none, none};
    for (size_t i = 0; u && i < u->funcs.n; i++) {
        const struct node *n = node_sole(u->funcs.v[i]->tree);
        CHECK((n ? n->kind : none) == sole[i]);
    }
    CHECK(u && is_empty_statement(u->funcs.v[1]->tree) && !is_empty_statement(u->funcs.v[0]->tree));
}

static bool is_number(const struct node *n) { return n->kind == NODE_NUMBER; }

static void check_calls(void)
{
    const struct unit *u = parse("void *get(int), put(void *, int); void *p;\n"
                                 "void test(void) { p = (char *)(void *)get(3); put((char *)(p), 1); }\n");
    const struct node *assign = u ? expression(u, "test", 0) : NULL, *call = u ? expression(u, "test", 1) : NULL;
    CHECK(assign && assign->kind == NODE_ASSIGN && call && call->kind == NODE_CALL);
    if (!assign || !call)
        return;
    CHECK(node_called(assign->kids[1]) && !strcmp(node_called(assign->kids[1])->name, "get"));
    CHECK(!node_called(assign) && !node_called(NULL));
    CHECK(node_taker(node_uncast(call->kids[1]), 1) == call->kids[0]->func);
    CHECK(!node_taker(node_uncast(call->kids[1]), 2) && !node_taker(assign->kids[0], 1));
    CHECK(tree_has(assign, is_number) && !tree_has(assign->kids[0], is_number) && !tree_has(NULL, is_number));
    CHECK(unit_node(u, call->kids[2]->at) == call->kids[2]);
}

/* Declared together, their trees overlap. */
static void check_overlapping(void)
{
    const char *text = "static struct { int a[3]; } x = {{11}}, y = {{22}};\ntypedef struct { int b[44]; } t;\n";
    const struct unit *u = parse(text);
    static const char *const numbers[] = {"3", "11", "22", "44"};
    CHECK(u && tree_verify(u, stderr) && u->trees.n == 4);
    for (size_t i = 0; u && i < sizeof numbers / sizeof *numbers; i++) {
        uint32_t at = (uint32_t)(strstr(u->text, numbers[i]) - u->text);
        const struct node *n = unit_node(u, (struct slice){at, at + (uint32_t)strlen(numbers[i])});
        CHECK(n && n->kind == NODE_NUMBER && n->at.begin == at);
    }
}

/* Breaks the tree in one way, checks that the verifier says so, and mends it again. */
#define BREAK(LVALUE, VALUE)                                                                                           \
    do {                                                                                                               \
        __typeof__(LVALUE) keep = LVALUE;                                                                              \
        LVALUE = VALUE;                                                                                                \
        CHECK(!tree_verify(u, quiet));                                                                                 \
        LVALUE = keep;                                                                                                 \
        CHECK(tree_verify(u, quiet));                                                                                  \
    } while (0)

static void check_verify(void)
{
    const struct unit *u = parse("int x, y;\nvoid test(void) { if (x) y = x + 1; }\nvoid after(void) { }\n");
    FILE *quiet = fopen("/dev/null", "w");
    struct node *body = u ? (struct node *)u->funcs.v[0]->tree : NULL, *branch = body ? body->kids[0] : NULL;
    CHECK(quiet && branch && branch->kind == NODE_IF && tree_verify(u, stderr));
    if (!quiet || !branch)
        return;
    struct node *assign = branch->kids[1]->kids[0], *sum = assign->kids[1];
    BREAK(branch->nkids, 2);
    BREAK(sum->operator, OPERATOR_NONE);
    BREAK(assign->operator, OPERATOR_ADD);
    BREAK(sum->kids[0]->parent, assign);
    BREAK(sum->kids[0]->place, 1);
    BREAK(sum->at.end, sum->at.begin - 1);
    BREAK(sum->unevaluated, true);
    BREAK(sum->kind, NODE_CONSTRUCT);
    BREAK(u->trees.v[0], u->trees.v[u->trees.n - 1]);
    fclose(quiet);
}

int main(void)
{
    arena = arena_new();
    check_equal();
    check_sole();
    check_calls();
    check_overlapping();
    check_verify();
    arena_free(arena);
    return failures != 0;
}
