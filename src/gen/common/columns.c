/* gen/common/columns.c: the user's tokens stand in the columns where the user wrote them, so that what is found when
 * the program runs names these. The preprocessor leaves one blank of several and has the text of macros in place of
 * their names, and generators print names longer than they are ((*name)). A token that would come too early gets blanks
 * before it; one that would come too late begins a line, behind a marker. */
#include "../gen_priv.h"

#include <ctype.h>
#include <string.h>

static int column_of_next(const struct sb *b)
{
    size_t bol = b->n;
    while (bol > 0 && b->s[bol - 1] != '\n')
        bol--;
    return (int)(b->n - bol) + 1;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool in_operator(char c) { return c && strchr("+-*/%<>=!&|^~?:.#", c); }

/* the end of the token that begins at `at`: a word or number, a text in quotes, operators, or one character */
static uint32_t token_end(const char *text, uint32_t at, uint32_t end)
{
    uint32_t i = at + 1;
    char first = text[at];
    if (isdigit((unsigned char)first) || (first == '.' && i < end && isdigit((unsigned char)text[i]))) {
        while (i < end &&
               (in_word(text[i]) || text[i] == '.' || (strchr("+-", text[i]) && strchr("eEpP", text[i - 1]))))
            i++;
    } else if (in_word(first)) {
        while (i < end && in_word(text[i]))
            i++;
    } else if (first == '"' || first == '\'') {
        while (i < end && text[i] != first)
            i += text[i] == '\\' ? 2 : 1;
        i++;
    } else if (in_operator(first)) {
        while (i < end && in_operator(text[i]))
            i++;
    }
    return i < end ? i : end;
}

/* before: the user's column of the token before, 0: not known. Tokens out of one macro all have the place of its name:
 * of these, names and operators stand there, to which findings point. That of this token comes back. */
static int keep_column(struct emit *e, uint32_t at, int before, bool pointed_to)
{
    int want = unit_place(e->u, at).col, now = column_of_next(e->out);
    if (!want || want == now || (want == before && !pointed_to))
        return want;
    if (want < now) {
        emit_line_marker(e, at);
        now = 1;
    }
    for (; now < want; now++)
        sb_addc(e->out, ' ');
    return want;
}

void emit_column(struct emit *e, uint32_t at)
{
    if (e->columns)
        keep_column(e, at, 0, true);
}

/* Does the line that `at` lies in have columns of the user's? */
static bool has_columns(const struct emit *e, const char *text, uint32_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return text[at] != '#' && !linemap_in_system(e->u->lines, at);
}

void emit_verbatim(struct emit *e, uint32_t from, uint32_t to)
{
    const char *text = e->u->text;
    int column = 0;
    while (e->columns && from < to) {
        const char *nl = memchr(text + from, '\n', to - from);
        uint32_t end = nl ? (uint32_t)(nl - text) + 1 : to, next;
        bool user = has_columns(e, text, from);
        for (uint32_t at = from; user && at < end; at = next) {
            next = token_end(text, at, end);
            if (!isspace((unsigned char)text[at]))
                column = keep_column(e, at, column, in_word(text[at]) || in_operator(text[at]));
            sb_addn(e->out, text + at, next - at);
        }
        if (!user)
            sb_addn(e->out, text + from, end - from);
        from = end;
    }
    sb_addn(e->out, text + from, to - from);
}
