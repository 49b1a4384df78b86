/* text/declarator.c: finds the function that a declaration in the preprocessed text declares, for directives that
 * precede it. Nothing here fails on wrong C. */
#include "source_text.h"

#include <ctype.h>
#include <string.h>

/* specifiers that have an argument in parentheses */
static bool is_specifier(const char *s, size_t n)
{
    static const char *const words[] = {"__attribute__", "__attribute", "__typeof__", "__typeof", "typeof",
                                        "typeof_unqual", "__asm__",     "asm",        "__asm",    "_Alignas",
                                        "alignas",       "__declspec",  "_Atomic"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && !memcmp(words[i], s, n))
            return true;
    return false;
}

static struct span word_at(struct text t, uint32_t at)
{
    struct span word = {at, at};
    while (word.e < t.len && is_word(t.s[word.e]))
        word.e++;
    return word;
}

/* Does a declarator begin in the bracket at `at`, `(*f(int x))` or `(f)`, and not a list of parameters? */
static bool holds_declarator(struct text t, uint32_t at)
{
    uint32_t in = skip_blank(t, at + 1), end = after_bracket(t, at);
    if (!end || in >= t.len)
        return false;
    struct span word = word_at(t, in);
    bool alone = word.e > word.b && skip_blank(t, word.e) == end - 1;
    uint32_t next = skip_blank(t, end);
    return t.s[in] == '*' || (alone && next < t.len && t.s[next] == '(');
}

void declarator_read(struct text t, uint32_t at, struct declarator *d)
{
    *d = (struct declarator){.after = t.len};
    bool initialised = false;
    struct span last = {0, 0};
    for (uint32_t i = at; i < t.len;) {
        if (t.s[i] == ';') {
            d->after = i + 1;
            if (!d->name.e && !initialised) /* `fn f;`: its type has a name */
                d->name = last;
            return;
        }
        if (t.s[i] == '{') {
            uint32_t e = after_bracket(t, i);
            d->after = e ? e : t.len;
            d->defines = d->name.e && e;
            return;
        }
        if (t.s[i] == '=') {
            initialised = true;
            d->name = (struct span){0, 0};
        }
        if (is_word(t.s[i]) && !isdigit((unsigned char)t.s[i])) {
            struct span word = word_at(t, i);
            uint32_t next = skip_blank(t, word.e);
            if (next < t.len && t.s[next] == ')') /* of `(f)` */
                next = skip_blank(t, next + 1);
            bool specifier = is_specifier(t.s + word.b, word.e - word.b);
            bool takes = next < t.len && t.s[next] == '(' && !specifier;
            last = specifier ? last : word;
            if (takes && !d->name.e && !initialised && !holds_declarator(t, next)) {
                d->name = word;
                d->parameters = (struct span){next, after_bracket(t, next)};
            }
            i = word.e;
            continue;
        }
        if (t.s[i] == '(' && !d->name.e && !initialised && holds_declarator(t, i)) {
            i++;
            continue;
        }
        i = strchr("([", t.s[i]) ? after_bracket(t, i) : next_char(t, i);
        if (!i)
            return;
    }
}

static bool any_word_in(struct text t, struct span s, const char *words)
{
    for (const char *p = words; *p;) {
        struct span word = word_at((struct text){p, (uint32_t)strlen(p)}, 0);
        if (word.e && !isdigit((unsigned char)*p) && s.e > s.b && has_word(t.s + s.b, s.e - s.b, p, word.e))
            return true;
        p += word.e ? word.e : 1;
    }
    return false;
}

bool names_parameter(struct text t, uint32_t at, bool block, const char *words)
{
    for (at = skip_blank(t, at); at < t.len; at = skip_blank(t, at)) {
        struct declarator d;
        if (t.s[at] == '#') {
            uint32_t line = at;
            at = after_line(t, at);
            if (block && has_word(t.s + line, at - line, "end", 3) && has_word(t.s + line, at - line, "variant", 7))
                return false;
            continue;
        }
        declarator_read(t, at, &d);
        if (any_word_in(t, d.parameters, words))
            return true;
        if (!block)
            return false;
        at = d.after;
    }
    return false;
}
