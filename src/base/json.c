/* json.c: JSON (RFC 8259) to a tree. Numbers are doubles: counts up to 2^53 are exact. NaN, Infinity and -Infinity are
 * numbers, too: Python's writer has them. */
#include "base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

struct reader {
    struct arena *arena;
    const char *at, *begin, *end;
    struct json_error *error;
    int depth;
};

static bool fail(struct reader *r, const char *what)
{
    if (!r->error->what) {
        r->error->what = what;
        r->error->cut = r->at >= r->end;
        r->error->line = 1;
        for (const char *p = r->begin; p < r->at; p++)
            r->error->line += *p == '\n';
    }
    return false;
}

static void skip_space(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t'))
        r->at++;
}

static bool next_is(struct reader *r, char c)
{
    skip_space(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* ---- strings ---- */
static bool hex(struct reader *r, unsigned *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        char c = r->at < r->end ? *r->at : 0;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return fail(r, "four hexadecimal digits are expected after \\u");
        *out = *out * 16 + (unsigned)digit;
    }
    return true;
}

static char *put_utf8(char *to, unsigned c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *to++ = (char)(0xe0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    } else {
        *to++ = (char)(0xf0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3f));
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    }
    return to;
}

static bool escape(struct reader *r, char **to)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    const char *known = r->at < r->end && *r->at ? strchr(from, *r->at) : NULL;
    unsigned c, low;
    if (known) {
        *(*to)++ = into[known - from];
        r->at++;
        return true;
    }
    if (r->at == r->end || *r->at != 'u')
        return fail(r, "an escape that JSON does not know");
    r->at++;
    if (!hex(r, &c))
        return false;
    if (c >= 0xd800 && c < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        if (!hex(r, &low))
            return false;
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    *to = put_utf8(*to, c && c < 0x110000 ? c : 0xfffd);
    return true;
}

static const char *string(struct reader *r)
{
    const char *end = r->at;
    while (end < r->end && *end != '"')
        end += *end == '\\' && end + 1 < r->end ? 2 : 1;
    char *text = arena_alloc(r->arena, (size_t)(end - r->at) + 1), *to = text;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at != '\\') {
            *to++ = *r->at++;
            continue;
        }
        r->at++;
        if (!escape(r, &to))
            return NULL;
    }
    if (r->at == r->end)
        return fail(r, "a string without end") ? text : NULL;
    r->at++;
    return text;
}

/* ---- values ---- */
static bool value(struct reader *r, struct json *out);

static bool members(struct reader *r, struct json *out, char close)
{
    struct json **last = &out->first;
    if (next_is(r, close))
        return true;
    do {
        struct json *j = NEW(r->arena, struct json);
        if (close == '}' && (!next_is(r, '"') || !(j->key = string(r)) || !next_is(r, ':')))
            return fail(r, "a name and ':' are expected");
        if (!value(r, j))
            return false;
        *last = j;
        last = &j->next;
    } while (next_is(r, ','));
    return next_is(r, close) || fail(r, close == '}' ? "',' or '}' is expected" : "',' or ']' is expected");
}

/* What Python writes for numbers that are none */
static bool is_no_number(struct reader *r, struct json *out)
{
    static const struct {
        const char *word;
        double number;
    } words[] = {{"NaN", NAN}, {"Infinity", INFINITY}, {"-Infinity", -INFINITY}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < n || memcmp(r->at, words[i].word, n) != 0)
            continue;
        *out = (struct json){.kind = JSON_NUMBER, .key = out->key, .number = words[i].number};
        r->at += n;
        return true;
    }
    return false;
}

static bool number(struct reader *r, struct json *out)
{
    char text[64], *end;
    size_t n = 0;
    while (r->at + n < r->end && n + 1 < sizeof text && strchr("+-.0123456789eE", r->at[n]) && r->at[n])
        n++;
    memcpy(text, r->at, n);
    text[n] = 0;
    out->kind = JSON_NUMBER;
    out->number = strtod(text, &end);
    if (!n || *end)
        return fail(r, "this is no JSON");
    r->at += n;
    return true;
}

static bool word(struct reader *r, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
        return fail(r, "this is no JSON");
    r->at += n;
    return true;
}

static bool nested(struct reader *r, struct json *out, char close)
{
    if (++r->depth > DEEPEST)
        return fail(r, "nested too deeply");
    bool good = members(r, out, close);
    r->depth--;
    return good;
}

static bool value(struct reader *r, struct json *out)
{
    skip_space(r);
    char c = r->at < r->end ? *r->at : 0;
    switch (c) {
    case '{':
    case '[':
        r->at++;
        out->kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        return nested(r, out, c == '{' ? '}' : ']');
    case '"':
        r->at++;
        out->kind = JSON_STRING;
        return (out->text = string(r)) != NULL;
    case 't':
        out->kind = JSON_TRUE;
        return word(r, "true");
    case 'f':
        out->kind = JSON_FALSE;
        return word(r, "false");
    case 'n':
        out->kind = JSON_NULL;
        return word(r, "null");
    default:
        return is_no_number(r, out) || number(r, out);
    }
}

const struct json *json_parse(struct arena *a, const char *text, size_t n, struct json_error *e)
{
    struct reader r = {.arena = a, .at = text, .begin = text, .end = text + n, .error = e};
    struct json *j = NEW(a, struct json);
    *e = (struct json_error){0};
    if (!value(&r, j))
        return NULL;
    skip_space(&r);
    return r.at == r.end || fail(&r, "something follows after the end") ? j : NULL;
}

const struct json *json_member(const struct json *j, const char *key)
{
    const struct json *m = j && j->kind == JSON_OBJECT ? j->first : NULL;
    while (m && strcmp(m->key, key) != 0)
        m = m->next;
    return m;
}

const char *json_member_text(const struct json *j, const char *key)
{
    const struct json *m = json_member(j, key);
    return m && m->kind == JSON_STRING ? m->text : NULL;
}

static const double MOST = 1e16; /* beyond it no time and no count lies: the file is damaged */

double json_member_number(const struct json *j, const char *key, double none)
{
    const struct json *m = json_member(j, key);
    return m && m->kind == JSON_NUMBER && fabs(m->number) <= MOST ? m->number : none;
}
