/* condition.c: conditions on the values of a configuration ("threads * lanes <= 1024 and tile in [8, 16]"), as C and
 * Python write them: T1 files have Python's. A condition is read anew for each configuration: they are short. */
#include "tune_priv.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64, DEEPEST = 40 };

struct term { /* a number, or a text */
    double n;
    const char *s;
    size_t length;
};
struct cursor {
    const char *at;
    const struct binding *names;
    int nnames, depth;
    const char *why;
};

static struct term either(struct cursor *c);

static struct term number_of(double n) { return (struct term){.n = n}; }

static struct term wrong(struct cursor *c, const char *why)
{
    if (!c->why)
        c->why = why;
    c->at += strlen(c->at);
    return number_of(0);
}

static bool truth(struct term t) { return t.s ? t.length > 0 : t.n != 0; }

/* Takes a sign or word; a word ends where no letter follows. */
static bool take(struct cursor *c, const char *what)
{
    size_t n = strlen(what);
    while (isspace((unsigned char)*c->at))
        c->at++;
    if (strncmp(c->at, what, n) != 0 ||
        (isalpha((unsigned char)*what) && (isalnum((unsigned char)c->at[n]) || c->at[n] == '_')))
        return false;
    c->at += n;
    return true;
}

static bool next_is(struct cursor *c, const char *what)
{
    const char *at = c->at;
    bool found = take(c, what);
    c->at = at;
    return found;
}

static struct term named(struct cursor *c)
{
    const char *begin = c->at;
    while (isalnum((unsigned char)*c->at) || *c->at == '_')
        c->at++;
    size_t n = (size_t)(c->at - begin);
    for (int i = 0; i < c->nnames; i++) {
        const struct value *v = c->names[i].value;
        if (strlen(c->names[i].name) == n && memcmp(c->names[i].name, begin, n) == 0)
            return v->numeric ? number_of(v->number) : (struct term){.s = v->text, .length = strlen(v->text)};
    }
    if ((n == 4 && strncasecmp(begin, "true", n) == 0) || (n == 5 && strncasecmp(begin, "false", n) == 0))
        return number_of(n == 4);
    bool least = n == 3 && memcmp(begin, "min", n) == 0;
    if ((least || (n == 3 && memcmp(begin, "max", n) == 0)) && take(c, "(")) {
        struct term best = either(c);
        while (take(c, ",")) {
            struct term t = either(c);
            best = least ? (t.n < best.n ? t : best) : t.n > best.n ? t : best;
        }
        return take(c, ")") ? best : wrong(c, "')' is missing");
    }
    return wrong(c, "a name that is no parameter");
}

static struct term quoted(struct cursor *c)
{
    const char *end = strchr(c->at + 1, *c->at);
    if (!end)
        return wrong(c, "a text without end");
    struct term t = {.s = c->at + 1, .length = (size_t)(end - c->at - 1)};
    c->at = end + 1;
    return t;
}

static struct term primary(struct cursor *c)
{
    struct term t;
    char *end;
    if (take(c, "(")) {
        t = either(c);
        return take(c, ")") ? t : wrong(c, "')' is missing");
    }
    if (*c->at == '"' || *c->at == '\'')
        return quoted(c);
    if (isalpha((unsigned char)*c->at) || *c->at == '_')
        return named(c);
    t = number_of(strtod(c->at, &end));
    if (end == c->at)
        return wrong(c, "a value is missing");
    c->at = end;
    return t;
}

static struct term power(struct cursor *c)
{
    if (take(c, "-"))
        return number_of(-power(c).n);
    struct term t = primary(c);
    return take(c, "**") ? number_of(pow(t.n, power(c).n)) : t;
}

static struct term product(struct cursor *c)
{
    struct term t = power(c);
    for (;;) {
        bool times = take(c, "*"), whole = !times && take(c, "//"), rest = !times && !whole && take(c, "%");
        if (!times && !whole && !rest && !take(c, "/"))
            return t;
        double by = power(c).n;
        if (!times && by == 0)
            return wrong(c, "a division by zero");
        t = number_of(times ? t.n * by : rest ? t.n - by * floor(t.n / by) : whole ? floor(t.n / by) : t.n / by);
    }
}

static struct term sum(struct cursor *c)
{
    struct term t = product(c);
    for (;;) {
        bool plus = take(c, "+");
        if (!plus && !take(c, "-"))
            return t;
        double by = product(c).n;
        t = number_of(plus ? t.n + by : t.n - by);
    }
}

static int compared(struct term a, struct term b)
{
    if (!a.s && !b.s)
        return (a.n > b.n) - (a.n < b.n);
    if (!a.s != !b.s)
        return 1;
    size_t n = a.length < b.length ? a.length : b.length;
    int order = memcmp(a.s, b.s, n);
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static bool member(struct cursor *c, struct term t)
{
    const char *close = take(c, "[") ? "]" : take(c, "(") ? ")" : take(c, "{") ? "}" : NULL;
    bool found = false;
    if (!close)
        return wrong(c, "a list is missing").n;
    while (!next_is(c, close) && !c->why) {
        found |= compared(t, sum(c)) == 0;
        if (!take(c, ","))
            break;
    }
    return take(c, close) ? found : wrong(c, "a list without end").n;
}

/* a < b <= c holds if both do */
static struct term comparison(struct cursor *c)
{
    static const struct {
        const char *sign;
        bool less, equal, greater;
    } signs[] = {{"<=", true, true, false}, {">=", false, true, true}, {"==", false, true, false},
                 {"!=", true, false, true}, {"<", true, false, false}, {">", false, false, true}};
    struct term left = sum(c);
    bool any = false, all = true;
    for (;;) {
        size_t i = 0, n = sizeof signs / sizeof *signs;
        bool negated = next_is(c, "not") && take(c, "not");
        if (negated || next_is(c, "in")) {
            if (!take(c, "in"))
                return wrong(c, "'in' is missing");
            all &= member(c, left) != negated;
            any = true;
            continue;
        }
        while (i < n && !take(c, signs[i].sign))
            i++;
        if (i == n)
            return any ? number_of(all) : left;
        struct term right = sum(c);
        int order = compared(left, right);
        all &= order < 0 ? signs[i].less : order > 0 ? signs[i].greater : signs[i].equal;
        any = true;
        left = right;
    }
}

static struct term negation(struct cursor *c)
{
    if (take(c, "not") || (!next_is(c, "!=") && take(c, "!")))
        return number_of(!truth(negation(c)));
    return comparison(c);
}

static struct term both(struct cursor *c)
{
    struct term t = negation(c);
    while (take(c, "and") || take(c, "&&")) {
        struct term u = negation(c);
        t = number_of(truth(t) && truth(u));
    }
    return t;
}

static struct term either(struct cursor *c)
{
    if (++c->depth > DEEPEST)
        return wrong(c, "nested too deeply");
    struct term t = both(c);
    while (take(c, "or") || take(c, "||")) {
        struct term u = both(c);
        t = number_of(truth(t) || truth(u));
    }
    c->depth--;
    return t;
}

enum condition condition_holds(const char *text, const struct binding *names, int n, const char **why)
{
    struct cursor c = {.at = text, .names = names, .nnames = n};
    bool holds = truth(either(&c));
    take(&c, ""); /* spaces */
    if (!c.why && *c.at)
        c.why = "something follows after the end";
    *why = c.why;
    return c.why ? CONDITION_WRONG : holds ? CONDITION_TRUE : CONDITION_FALSE;
}
