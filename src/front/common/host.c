/* common/host.c: does Gantry take a pragma line in hand, or is it the host compiler's alone? Asked of every line of
 * every file, before anything else is known: the answer comes from the words of the line (tables/host.def). */
#include "../front_private.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 1024 }; /* few lines are longer: those are looked at closely */

static const char *const rows[][3] = {
#define HOST(a, b, c) {a, b, c},
#include "../../tables/host.def"
#undef HOST
};

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* s without blanks, but for one between two words */
static void squeeze(const char *s, size_t n, char *out)
{
    for (size_t i = 0; i < n; i++) {
        bool blank = s[i] == ' ' || s[i] == '\t';
        bool parts = blank && i > 0 && i + 1 < n && is_letter(s[i - 1]) && is_letter(s[i + strspn(s + i, " \t")]);
        if (!blank || parts)
            *out++ = blank ? ' ' : s[i];
    }
    *out = 0;
}

static bool has_piece(const char *line, const char *piece)
{
    size_t n = strlen(piece);
    for (const char *at = line; n && (at = strstr(at, piece)) != NULL; at++)
        if ((at == line || !is_letter(at[0]) || !is_letter(at[-1])) && (!is_letter(at[n - 1]) || !is_letter(at[n])))
            return true;
    return n == 0;
}

/* Does `name[` stand in the text? */
static bool is_subscripted(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += n)
        if ((at == text || !is_letter(at[-1])) && at[n + strspn(at + n, " \t")] == '[')
            return true;
    return false;
}

bool reduces_array(const char *text, uint32_t begin, uint32_t end)
{
    char line[LONGEST];
    if (end - begin >= sizeof line)
        return true;
    squeeze(text + begin, end - begin, line);
    for (char *at = line; (at = strstr(at, "reduction(")) != NULL;) {
        char *list = strchr(at, ':'), *rest = list ? strchr(list, ')') : NULL;
        if (!rest)
            return false;
        at = rest + 1;
        *rest = 0;
        for (char *save = NULL, *name = strtok_r(list + 1, ",", &save); name; name = strtok_r(NULL, ",", &save))
            if (!strchr(name, '[') && is_subscripted(text, name))
                return true;
    }
    return false;
}

bool is_taken_in_hand(const char *text, uint32_t begin, uint32_t end)
{
    char line[LONGEST];
    if (end - begin >= sizeof line)
        return true;
    squeeze(text + begin, end - begin, line);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (has_piece(line, rows[i][0]) && has_piece(line, rows[i][1]) && has_piece(line, rows[i][2]))
            return true;
    return false;
}
