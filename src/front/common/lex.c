/* common/lex.c: the lexer of pragmas: the C tokens of one logical line. It never fails: characters that are no token
 * become TOK_BAD. */
#include "../front_private.h"

#include <string.h>

struct lexer {
    const char *s;
    uint32_t at, end;
    bool original;
};

static bool ident_char(unsigned char c)
{
    return c == '_' || c == '$' || c >= 0x80 || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Length of a backslash-newline at `at`, 0 if there is none. */
static uint32_t continuation(const struct lexer *l, uint32_t at)
{
    if (!l->original || at >= l->end || l->s[at] != '\\')
        return 0;
    uint32_t p = at + 1;
    while (p < l->end && (l->s[p] == ' ' || l->s[p] == '\t' || l->s[p] == '\r'))
        p++;
    return p < l->end && l->s[p] == '\n' ? p + 1 - at : 0;
}

static bool skip_comment(struct lexer *l)
{
    if (!l->original || l->at + 1 >= l->end || l->s[l->at] != '/')
        return false;
    if (l->s[l->at + 1] == '/') {
        while (l->at < l->end && l->s[l->at] != '\n') {
            uint32_t c = continuation(l, l->at);
            l->at += c ? c : 1;
        }
        return true;
    }
    if (l->s[l->at + 1] != '*')
        return false;
    for (l->at += 2; l->at < l->end; l->at++)
        if (l->s[l->at] == '*' && l->at + 1 < l->end && l->s[l->at + 1] == '/') {
            l->at += 2;
            break;
        }
    return true;
}

static void skip_blanks(struct lexer *l)
{
    for (;;) {
        uint32_t c = continuation(l, l->at);
        if (c)
            l->at += c;
        else if (l->at < l->end && strchr(" \t\r\f\v", l->s[l->at]) && l->s[l->at])
            l->at++;
        else if (!skip_comment(l))
            return;
    }
}

/* A quote between the digits of a number (C23) opens no literal. */
bool opens_literal(const char *s, uint32_t at)
{
    uint32_t b = at;
    if (s[at] != '\'')
        return s[at] == '"';
    while (b > 0 && (ident_char((unsigned char)s[b - 1]) || s[b - 1] == '\'' || s[b - 1] == '.'))
        b--;
    return b == at || !((s[b] >= '0' && s[b] <= '9') || s[b] == '.');
}

/* A literal from its opening quote on; false when the line ends first. */
static bool quoted(struct lexer *l, char quote)
{
    for (l->at++; l->at < l->end && l->s[l->at] != '\n'; l->at++) {
        if (l->s[l->at] == '\\' && l->at + 1 < l->end)
            l->at++;
        else if (l->s[l->at] == quote) {
            l->at++;
            return true;
        }
    }
    return false;
}

static void number(struct lexer *l)
{
    while (l->at < l->end) {
        char c = l->s[l->at];
        bool exponent =
            strchr("eEpP", c) && c && l->at + 1 < l->end && strchr("+-", l->s[l->at + 1]) && l->s[l->at + 1];
        bool separator = c == '\'' && l->at + 1 < l->end && ident_char((unsigned char)l->s[l->at + 1]);
        if (!exponent && !separator && !ident_char((unsigned char)c) && c != '.')
            return;
        l->at += exponent ? 2 : 1;
    }
}

static uint32_t punct_len(const struct lexer *l)
{
    static const char *const longer[] = {"...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                         "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", "%:"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        uint32_t n = (uint32_t)strlen(longer[i]);
        if (l->end - l->at >= n && !memcmp(l->s + l->at, longer[i], n))
            return n;
    }
    return 1;
}

static struct token next(struct lexer *l)
{
    skip_blanks(l);
    struct token t = {TOK_END, l->at, 0};
    if (l->at >= l->end || l->s[l->at] == '\n')
        return t;
    unsigned char c = (unsigned char)l->s[l->at];
    bool digit_next = l->at + 1 < l->end && l->s[l->at + 1] >= '0' && l->s[l->at + 1] <= '9';
    if ((c >= '0' && c <= '9') || (c == '.' && digit_next)) {
        t.kind = TOK_NUMBER;
        number(l);
    } else if (ident_char(c)) {
        t.kind = TOK_IDENT;
        while (l->at < l->end && ident_char((unsigned char)l->s[l->at]))
            l->at++;
        bool prefix = l->at - t.off <= 2 && strchr("LuU", c) && l->at < l->end && strchr("\"'", l->s[l->at]);
        if (prefix && l->s[l->at])
            t.kind = quoted(l, l->s[l->at]) ? TOK_STRING : TOK_BAD;
    } else if (c == '"' || c == '\'') {
        t.kind = quoted(l, (char)c) ? (c == '"' ? TOK_STRING : TOK_CHAR) : TOK_BAD;
    } else if (c > ' ' && c < 127 && !strchr("@`\\", c)) {
        t.kind = TOK_PUNCT;
        l->at += punct_len(l);
    } else {
        t.kind = TOK_BAD;
        l->at++;
    }
    t.len = l->at - t.off;
    return t;
}

void lex_pragma(struct arena *a, const char *text, uint32_t begin, uint32_t end, bool original, struct tokens *out)
{
    struct lexer l = {text, begin, end, original};
    struct token t;
    do {
        t = next(&l);
        vec_push(a, &out->t, t);
    } while (t.kind != TOK_END);
}

const struct token *token_of(const struct pragma *p, unsigned i)
{
    return &p->toks.t.v[i < p->toks.t.n ? i : p->toks.t.n - 1];
}

bool token_is(const char *text, const struct token *t, const char *spelling)
{
    return t->len == strlen(spelling) && !memcmp(text + t->off, spelling, t->len);
}

bool is_omp_line(const char *text, uint32_t begin, uint32_t end)
{
    static const char head[] = "#pragma omp";
    uint32_t n = sizeof head - 1;
    return end - begin >= n && !memcmp(text + begin, head, n) &&
           (begin + n == end || !ident_char((unsigned char)text[begin + n]));
}

bool is_extension_line(const char *text, uint32_t begin, uint32_t end)
{
    static const char head[] = "#pragma ompx ";
    return end - begin >= sizeof head - 1 && !memcmp(text + begin, head, sizeof head - 1);
}

bool is_acc_line(const char *text, uint32_t begin, uint32_t end)
{
    static const char head[] = "#pragma acc";
    uint32_t n = sizeof head - 1;
    return end - begin >= n && !memcmp(text + begin, head, n) &&
           (begin + n == end || !ident_char((unsigned char)text[begin + n]));
}
