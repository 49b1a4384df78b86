/* The statement under `atomic compare` against the forms of OpenMP 5.2, 15.8.4: a conditional update, alone or with a
 * capture. What is read here is   x REL e ? d : x   (REL is == < or >, on either side), who gets which value of x, and
 * who gets the answer of x == e. */
#include "glue.h"

static const char forms[] =
    "'atomic compare' needs 'if (x == e) { x = d; }', 'if (e < x) { x = e; }', 'if (e > x) { x = e; }' "
    "or the same as 'x = condition ? value : x;'";
static const char capture_forms[] = "'atomic compare capture' needs '{ v = x; update }', '{ update v = x; }', 'if (x "
                                    "== e) { x = d; } else { v = x; }', "
                                    "'{ r = x == e; if (r) { x = d; } }' or the last with 'else { v = x; }'";

/* the statement itself, without braces around it alone */
static CXCursor bare(struct glue *g, CXCursor c)
{
    CXCursor k[2];
    while (clang_getCursorKind(c) == CXCursor_CompoundStmt && cursor_kids(g, c, k, 2) == 1)
        c = k[0];
    return peel(c);
}

static bool same_place(struct glue *g, struct slice x, CXCursor c) { return same_text(g, x, cursor_slice(g, peel(c))); }

/* `x REL e` or `e REL x`, where t->x is known */
static bool read_condition(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor k[2];
    c = peel(c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator || cursor_kids(g, c, k, 2) != 2)
        return false;
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_EQ:
        t->rel = COMPARE_EQ;
        break;
    case CXBinaryOperator_LT:
        t->rel = COMPARE_LT;
        break;
    case CXBinaryOperator_GT:
        t->rel = COMPARE_GT;
        break;
    default:
        return false;
    }
    bool left = same_place(g, t->x, k[0]);
    t->reversed = !left;
    if (!left && !same_place(g, t->x, k[1]))
        return false;
    t->e = cursor_slice(g, left ? k[1] : k[0]);
    return true;
}

/* minimum and maximum store what they compare with */
static bool fits(struct glue *g, const struct atomic *t, CXCursor value)
{
    return t->rel == COMPARE_EQ || same_text(g, t->e, cursor_slice(g, value)) ||
           same_text(g, t->e, cursor_slice(g, peel(value)));
}

/* `x = value;` sets x and d */
static bool read_store(struct glue *g, struct atomic *t, CXCursor c, CXCursor *value)
{
    CXCursor k[2];
    c = bare(g, c);
    if (!cursor_is_assign(c) || cursor_kids(g, c, k, 2) != 2)
        return false;
    atomic_set_x(g, t, k[0]);
    t->d = cursor_slice(g, k[1]);
    *value = k[1];
    return true;
}

/* `v = x;` */
static bool read_copy(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor k[2];
    c = bare(g, c);
    if (!cursor_is_assign(c) || cursor_kids(g, c, k, 2) != 2 || !same_place(g, t->x, k[1]))
        return false;
    atomic_set_v(g, t, k[0]);
    return true;
}

/* if (x REL e) { x = d; }, with `else { v = x; }` where that may be */
static bool read_if(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor k[3], value;
    unsigned n = cursor_kids(g, c, k, 3);
    if (n < 2 || !read_store(g, t, k[1], &value) || !read_condition(g, t, k[0]) || !fits(g, t, value))
        return false;
    if (n == 2)
        return true;
    t->keep = KEEP_ELSE;
    return t->kind == ATOMIC_CAPTURE && t->rel == COMPARE_EQ && read_copy(g, t, k[2]);
}

/* x = x REL e ? d : x */
static bool read_choice(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor k[2], o[3];
    if (!cursor_is_assign(c) || cursor_kids(g, c, k, 2) != 2)
        return false;
    CXCursor choice = peel(k[1]);
    if (clang_getCursorKind(choice) != CXCursor_ConditionalOperator || cursor_kids(g, choice, o, 3) != 3)
        return false;
    atomic_set_x(g, t, k[0]);
    t->d = cursor_slice(g, o[1]);
    return read_condition(g, t, o[0]) && same_place(g, t->x, o[2]) && fits(g, t, o[1]);
}

static bool read_update(struct glue *g, struct atomic *t, CXCursor c)
{
    c = bare(g, c);
    return clang_getCursorKind(c) == CXCursor_IfStmt ? read_if(g, t, c) : read_choice(g, t, c);
}

/* r = x == e; if (r) { x = d; } else { v = x; } */
static bool read_answer(struct glue *g, struct atomic *t, CXCursor first, CXCursor second)
{
    CXCursor k[2], b[3], value;
    first = peel(first);
    if (!cursor_is_assign(first) || cursor_kids(g, first, k, 2) != 2 || clang_getCursorKind(second) != CXCursor_IfStmt)
        return false;
    unsigned n = cursor_kids(g, second, b, 3);
    struct slice r = cursor_slice(g, peel(k[0]));
    if (n < 2 || !same_place(g, r, b[0]) || !read_store(g, t, b[1], &value) || !read_condition(g, t, k[1]) ||
        t->rel != COMPARE_EQ)
        return false;
    t->r = r;
    if (n == 2)
        return true;
    t->keep = KEEP_ELSE;
    return read_copy(g, t, b[2]);
}

static void reset(struct atomic *t) { *t = (struct atomic){.kind = t->kind, .compare = true}; }

static const char *read_capture(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor s[3], k[2];
    c = bare(g, c);
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt) {
        if (cursor_kids(g, c, s, 3) != 2)
            return capture_forms;
        if (read_answer(g, t, s[0], s[1]))
            return NULL;
        reset(t);
        if (read_update(g, t, s[1]) && t->keep == KEEP_NOTHING && read_copy(g, t, s[0])) {
            t->keep = KEEP_OLD;
            return NULL;
        }
        reset(t);
        if (read_update(g, t, s[0]) && t->keep == KEEP_NOTHING && read_copy(g, t, s[1])) {
            t->keep = KEEP_NEW;
            return NULL;
        }
        return capture_forms;
    }
    if (clang_getCursorKind(c) == CXCursor_IfStmt)
        return read_if(g, t, c) && t->keep == KEEP_ELSE ? NULL : capture_forms;
    if (cursor_is_assign(c) && cursor_kids(g, c, k, 2) == 2 && read_choice(g, t, peel(k[1]))) {
        atomic_set_v(g, t, k[0]);
        t->keep = KEEP_NEW;
        return NULL;
    }
    return capture_forms;
}

const char *atomic_read_compare(struct glue *g, struct atomic *t, CXCursor stmt)
{
    t->compare = true;
    if (t->kind == ATOMIC_CAPTURE)
        return read_capture(g, t, stmt);
    return read_update(g, t, stmt) ? NULL : forms;
}
