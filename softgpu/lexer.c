/* lexer.c: PTX text as tokens. A word is a name, a directive or an instruction with all its suffixes. */
#include "softgpu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.'; }
static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.'; }

/* spaces and comments; false: a comment that does not end */
static bool skip(struct lexer *l)
{
    for (; l->at < l->end; l->at++) {
        if (*l->at == '\n')
            l->line++;
        else if (*l->at == '/' && l->at + 1 < l->end && l->at[1] == '/')
            while (l->at + 1 < l->end && l->at[1] != '\n')
                l->at++;
        else if (*l->at == '/' && l->at + 1 < l->end && l->at[1] == '*') {
            for (l->at += 2; l->at + 1 < l->end && (l->at[0] != '*' || l->at[1] != '/'); l->at++)
                l->line += *l->at == '\n';
            if (l->at + 1 >= l->end)
                return false;
            l->at++;
        } else if (!isspace((unsigned char)*l->at))
            return true;
    }
    return true;
}

static void word(struct lexer *l, struct token *t)
{
    t->kind = TOK_WORD;
    for (l->at++; l->at < l->end; l->at++) {
        bool scope = l->at + 2 < l->end && l->at[0] == ':' && l->at[1] == ':' && in_word(l->at[2]); /* .L2::128B */
        if (scope)
            l->at++;
        else if (!in_word(*l->at))
            break;
    }
}

/* 0f3f800000 and 0d3ff0000000000000 are the bits of a float and of a double */
static bool exact_float(struct lexer *l, struct token *t)
{
    char kind = l->at + 1 < l->end && l->at[0] == '0' ? (char)tolower((unsigned char)l->at[1]) : 0;
    int digits = kind == 'f' ? 8 : 16;
    if (kind != 'f' && kind != 'd')
        return false;
    t->kind = kind == 'f' ? TOK_F32 : TOK_F64;
    for (l->at += 2; l->at < l->end && isxdigit((unsigned char)*l->at); l->at++, digits--) {
        int c = tolower((unsigned char)*l->at);
        t->bits = t->bits << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (digits)
        t->kind = TOK_BAD;
    return true;
}

static void number(struct lexer *l, struct token *t)
{
    char text[64] = "", *end;
    size_t n = 0;
    if (exact_float(l, t))
        return;
    while (n < sizeof text - 1 && l->at + n < l->end &&
           (isalnum((unsigned char)l->at[n]) || l->at[n] == '.' ||
            ((l->at[n] == '+' || l->at[n] == '-') && tolower((unsigned char)l->at[n - 1]) == 'e' && text[1] != 'x')))
        text[n] = l->at[n], n++;
    if (text[0] == '0' && tolower((unsigned char)text[1]) == 'b') {
        t->bits = strtoull(text + 2, &end, 2);
    } else if (tolower((unsigned char)text[1]) != 'x' && strpbrk(text, ".eE")) {
        double value = strtod(text, &end);
        memcpy(&t->bits, &value, sizeof t->bits);
        t->decimal = true;
    } else {
        t->bits = strtoull(text, &end, 0);
        end += *end == 'U' || *end == 'u';
    }
    t->kind = end != text + n ? TOK_BAD : t->decimal ? TOK_F64 : TOK_INTEGER;
    l->at += n;
}

static void string(struct lexer *l, struct token *t)
{
    t->kind = TOK_STRING;
    for (l->at++; l->at < l->end && *l->at != '"'; l->at++) {
        l->line += *l->at == '\n';
        l->at += *l->at == '\\' && l->at + 1 < l->end;
    }
    if (l->at == l->end)
        t->kind = TOK_BAD;
    else
        l->at++;
}

struct token lexer_next(struct lexer *l)
{
    bool closed = skip(l);
    struct token t = {.kind = closed ? TOK_END : TOK_BAD, .at = l->at, .line = l->line};
    if (!closed || l->at == l->end)
        return t;
    if (begins_word(*l->at))
        word(l, &t);
    else if (isdigit((unsigned char)*l->at))
        number(l, &t);
    else if (*l->at == '"')
        string(l, &t);
    else {
        t.kind = TOK_MARK;
        l->at++;
    }
    t.n = (size_t)(l->at - t.at);
    return t;
}
