/* expressions.c: isl's sets and expressions by what is known before a loop, and as C text in the user's names. */
#include <ctype.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- sets ---- */
/* from the least to the greatest element */
isl_set *range_hull(isl_set *x)
{
    isl_space *space = isl_set_get_space(x);
    isl_set *up = isl_set_apply(isl_set_copy(x), isl_map_lex_le(isl_space_copy(space)));
    isl_set *down = isl_set_apply(isl_set_copy(x), isl_map_lex_ge(space));
    return isl_set_intersect(up, down);
}

/* ---- text ---- */
static void print_expr(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide);

static void print_id(struct scope *s, isl_id *id, struct sb *b, bool wide)
{
    const struct node *n = isl_id_get_user(id);
    if (!n) { /* the variable of a loop around */
        sb_add(b, isl_id_get_name(id));
    } else {
        bool simple =
            n->kind == NODE_NAME || n->kind == NODE_ARROW || n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT;
        const char *text = asked_text(s, n);
        sb_printf(b, "%s%s%s%s", wide && n->type->size < 8 ? "(long)" : "", simple ? "" : "(", text ? text : BROKEN,
                  simple ? "" : ")");
    }
    isl_id_free(id);
}

static const char *spelling(enum isl_ast_expr_op_type t)
{
    static const struct {
        enum isl_ast_expr_op_type type;
        const char *text;
    } rows[] = {{isl_ast_expr_op_add, " + "},      {isl_ast_expr_op_sub, " - "},       {isl_ast_expr_op_mul, " * "},
                {isl_ast_expr_op_div, " / "},      {isl_ast_expr_op_pdiv_q, " / "},    {isl_ast_expr_op_pdiv_r, " % "},
                {isl_ast_expr_op_and, " && "},     {isl_ast_expr_op_and_then, " && "}, {isl_ast_expr_op_or, " || "},
                {isl_ast_expr_op_or_else, " || "}, {isl_ast_expr_op_eq, " == "},       {isl_ast_expr_op_le, " <= "},
                {isl_ast_expr_op_lt, " < "},       {isl_ast_expr_op_ge, " >= "},       {isl_ast_expr_op_gt, " > "},
                {isl_ast_expr_op_zdiv_r, " % "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == t)
            return rows[i].text;
    return NULL;
}

/* Is x, an operand of e, clear without parentheses? Sums within comparisons and choices are, and comparisons that
 * choose. */
static bool binds_tighter(isl_ast_expr *e, isl_ast_expr *x)
{
    enum isl_ast_expr_op_type o = isl_ast_expr_op_get_type(e), i = isl_ast_expr_op_get_type(x);
    bool sum = i == isl_ast_expr_op_add || i == isl_ast_expr_op_sub || i == isl_ast_expr_op_mul;
    bool compares = i == isl_ast_expr_op_le || i == isl_ast_expr_op_lt || i == isl_ast_expr_op_ge ||
                    i == isl_ast_expr_op_gt || i == isl_ast_expr_op_eq;
    bool chooses = o == isl_ast_expr_op_cond || o == isl_ast_expr_op_select;
    bool outer_compares = o == isl_ast_expr_op_le || o == isl_ast_expr_op_lt || o == isl_ast_expr_op_ge ||
                          o == isl_ast_expr_op_gt || o == isl_ast_expr_op_eq;
    return (sum && (chooses || outer_compares)) || (compares && chooses) ||
           (i == isl_ast_expr_op_mul && (o == isl_ast_expr_op_add || o == isl_ast_expr_op_sub));
}

static void print_arg(struct scope *s, isl_ast_expr *e, int i, struct sb *b, bool wide)
{
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, i);
    bool inner = isl_ast_expr_get_type(x) == isl_ast_expr_op && !binds_tighter(e, x);
    sb_add(b, inner ? "(" : "");
    print_expr(s, x, b, wide);
    sb_add(b, inner ? ")" : "");
    isl_ast_expr_free(x);
}

/* min, max: of two, and more by nesting */
static void print_extreme(struct scope *s, isl_ast_expr *e, int from, const char *test, struct sb *b, bool wide)
{
    if (from + 1 == isl_ast_expr_get_op_n_arg(e)) {
        print_arg(s, e, from, b, wide);
        return;
    }
    struct sb rest = {0};
    print_extreme(s, e, from + 1, test, &rest, wide);
    sb_addc(b, '(');
    print_arg(s, e, from, b, wide);
    sb_printf(b, " %s (%s) ? ", test, rest.s);
    print_arg(s, e, from, b, wide);
    sb_printf(b, " : (%s))", rest.s);
    sb_free(&rest);
}

static bool is_int(isl_ast_expr *e, int i)
{
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, i);
    bool is = isl_ast_expr_get_type(x) == isl_ast_expr_int;
    isl_ast_expr_free(x);
    return is;
}

/* Could the sum or product of int be beyond int, though the user's own expressions are not? */
static bool is_wide(isl_ast_expr *e, enum isl_ast_expr_op_type t)
{
    bool sum = t == isl_ast_expr_op_add || t == isl_ast_expr_op_sub;
    return t == isl_ast_expr_op_mul || (sum && !is_int(e, 0) && !is_int(e, 1));
}

static const char *opposite(enum isl_ast_expr_op_type t)
{
    return t == isl_ast_expr_op_le   ? " > "
           : t == isl_ast_expr_op_lt ? " >= "
           : t == isl_ast_expr_op_ge ? " < "
           : t == isl_ast_expr_op_gt ? " <= "
                                     : NULL;
}

/* c ? 0 : x is easier to read as !c ? x : 0 */
static bool print_turned(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    isl_ast_expr *c = isl_ast_expr_get_op_arg(e, 0);
    bool op = is_int(e, 1) && !is_int(e, 2) && isl_ast_expr_get_type(c) == isl_ast_expr_op;
    const char *sign = op ? opposite(isl_ast_expr_op_get_type(c)) : NULL;
    if (sign) {
        print_arg(s, c, 0, b, wide);
        sb_add(b, sign);
        print_arg(s, c, 1, b, wide);
        sb_add(b, " ? ");
        print_arg(s, e, 2, b, wide);
        sb_add(b, " : ");
        print_arg(s, e, 1, b, wide);
    }
    isl_ast_expr_free(c);
    return sign != NULL;
}

static bool holds_of(enum isl_ast_expr_op_type t, long x, long y)
{
    return t == isl_ast_expr_op_le   ? x <= y
           : t == isl_ast_expr_op_lt ? x < y
           : t == isl_ast_expr_op_ge ? x >= y
           : t == isl_ast_expr_op_gt ? x > y
                                     : x == y;
}

/* A parameter that is 0 or 1, compared with a number: a condition by itself */
static bool print_truth(struct scope *s, isl_ast_expr *e, struct sb *b)
{
    enum isl_ast_expr_op_type t = isl_ast_expr_op_get_type(e);
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, 0);
    bool of_id =
        (opposite(t) || t == isl_ast_expr_op_eq) && is_int(e, 1) && isl_ast_expr_get_type(x) == isl_ast_expr_id;
    isl_id *id = of_id ? isl_ast_expr_get_id(x) : NULL;
    const struct node *n = id ? isl_id_get_user(id) : NULL;
    isl_id_free(id);
    isl_ast_expr_free(x);
    if (!n || !is_zero_or_one(n))
        return false;
    isl_ast_expr *number = isl_ast_expr_get_op_arg(e, 1);
    isl_val *v = isl_ast_expr_get_val(number);
    long y = isl_val_get_num_si(v);
    isl_val_free(v);
    isl_ast_expr_free(number);
    bool if_not = holds_of(t, 0, y), if_so = holds_of(t, 1, y);
    const char *text = asked_text(s, n);
    if (if_not == if_so)
        return false;
    sb_printf(b, if_so ? "%s" : "!(%s)", text ? text : BROKEN);
    return true;
}

static void print_op(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    enum isl_ast_expr_op_type t = isl_ast_expr_op_get_type(e);
    int n = isl_ast_expr_get_op_n_arg(e);
    wide |= is_wide(e, t);
    if (t == isl_ast_expr_op_max || t == isl_ast_expr_op_min) {
        print_extreme(s, e, 0, t == isl_ast_expr_op_max ? ">" : "<", b, wide);
    } else if (n == 2 && print_truth(s, e, b)) {
        return;
    } else if (t == isl_ast_expr_op_minus) {
        sb_addc(b, '-');
        print_arg(s, e, 0, b, wide);
    } else if (t == isl_ast_expr_op_cond || t == isl_ast_expr_op_select) {
        if (print_turned(s, e, b, wide))
            return;
        print_arg(s, e, 0, b, wide);
        sb_add(b, " ? ");
        print_arg(s, e, 1, b, wide);
        sb_add(b, " : ");
        print_arg(s, e, 2, b, wide);
    } else if (spelling(t) && n == 2) {
        print_arg(s, e, 0, b, wide);
        sb_add(b, spelling(t));
        print_arg(s, e, 1, b, wide);
    } else {
        sb_add(b, BROKEN);
    }
}

static void print_expr(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    switch (isl_ast_expr_get_type(e)) {
    case isl_ast_expr_op:
        print_op(s, e, b, wide);
        return;
    case isl_ast_expr_id:
        print_id(s, isl_ast_expr_get_id(e), b, wide);
        return;
    case isl_ast_expr_int: {
        isl_val *v = isl_ast_expr_get_val(e);
        if (isl_val_cmp_si(v, 1L << 62) > 0 || isl_val_cmp_si(v, -(1L << 62)) < 0)
            sb_add(b, BROKEN); /* of arithmetic that wraps */
        else
            sb_printf(b, "%ld", isl_val_get_num_si(v));
        isl_val_free(v);
        return;
    }
    default:
        sb_add(b, BROKEN);
    }
}

/* NULL: x has no expression in C, where the parameters are in `where`. Takes both. */
const char *text_where(struct scope *s, isl_pw_aff *x, isl_set *where)
{
    if (s->equal)
        x = isl_pw_aff_gist_params(x, isl_set_intersect(isl_set_copy(s->equal), isl_set_copy(s->context)));
    isl_ast_build *build = isl_ast_build_from_context(where);
    isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(build, x);
    isl_ast_build_free(build);
    if (!e)
        return NULL;
    struct sb b = {0};
    print_expr(s, e, &b, false);
    isl_ast_expr_free(e);
    const char *text = sb_take(&b, s->a->arena);
    return strstr(text, BROKEN) ? NULL : text;
}

const char *expression_text(struct scope *s, isl_pw_aff *x) { return text_where(s, x, usual_parameters(s)); }

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The length of the text if all names had two letters: long ones are no harder to read. A member with its structure is
 * one name. */
size_t length_to_read(const char *text)
{
    size_t n = 0, of_name = 0;
    for (const char *p = text; *p; p++) {
        bool arrow = p[0] == '-' && p[1] == '>', member = of_name && (arrow || *p == '.');
        p += member && arrow;
        of_name = member || is_of_name(*p) ? of_name + 1 : 0;
        n += of_name <= 2;
    }
    return n;
}

/* The least and the greatest value of a type: nothing else limits it. */
bool has_type_limits(const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p >= '0' && *p <= '9') {
            char *end;
            if (strtod(p, &end) >= INT_MAX)
                return true;
            p = end - 1;
        }
    return false;
}

/* as C: where the set of parameters is not empty; "": everywhere; NULL: there is no such text. Takes the set. */
const char *set_text(struct scope *s, isl_set *params)
{
    if (s->equal)
        params = isl_set_gist_params(params, isl_set_intersect(isl_set_copy(s->equal), isl_set_copy(s->context)));
    return plain_set_text(s, isl_set_coalesce(isl_set_gist_params(params, usual_parameters(s))));
}

/* The same as the set is written down */
const char *plain_set_text(struct scope *s, isl_set *params)
{
    bool always = isl_set_plain_is_universe(params) == isl_bool_true;
    isl_ast_build *build = isl_ast_build_from_context(usual_parameters(s));
    isl_ast_expr *e = always ? NULL : isl_ast_build_expr_from_set(build, params);
    isl_ast_build_free(build);
    if (always)
        return isl_set_free(params), "";
    struct sb b = {0};
    if (e)
        print_expr(s, e, &b, false);
    isl_ast_expr_free(e);
    const char *text = sb_take(&b, s->a->arena);
    return e && !strstr(text, BROKEN) ? text : NULL;
}
