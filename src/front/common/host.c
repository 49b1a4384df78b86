/* common/host.c: does Gantry generate code for a pragma line, or is it the host compiler's alone? Asked about every
 * pragma of every file, before anything is parsed: so the words of the line decide (tables/host.def). */
#include "../front_private.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 1024 }; /* longer lines, which are few, always count as ours */

static const char *const rows[][3] = {
#define HOST(a, b, c) {a, b, c},
#include "../../tables/host.def"
#undef HOST
};

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* copies s without blanks, except one blank between two words */
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

static size_t bit_of(const char *name, size_t n)
{
    return (size_t)hash_bytes(0, name, n) % (8 * sizeof((struct name_set *)0)->bits);
}

/* collects the name of every `name[` in the text */
static void find_subscripted(const char *text, struct name_set *set)
{
    for (const char *at = text; (at = strchr(at, '[')) != NULL; at++) {
        const char *end = at, *name;
        while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        for (name = end; name > text && is_letter(name[-1]);)
            name--;
        size_t bit = bit_of(name, (size_t)(end - name));
        set->bits[bit / 8] |= (unsigned char)(1u << bit % 8);
    }
    set->known = true;
}

static bool is_in(const struct name_set *set, const char *name)
{
    size_t bit = bit_of(name, strlen(name));
    return set->bits[bit / 8] >> bit % 8 & 1;
}

static bool is_declared_reduction(const char *operator)
{
    return isalpha((unsigned char)*operator) && !has_piece(operator, "max:") && !has_piece(operator, "min:");
}

/* Does a clause whose name ends with `clause` list an array? */
static bool lists_array(const char *line, const char *clause, bool lanes, const struct name_set *subscripted)
{
    bool reduction = !strncmp(clause, "reduction", 9);
    for (const char *at = line; (at = strstr(at, clause)) != NULL;) {
        at += strlen(clause);
        char list[LONGEST];
        size_t n = strcspn(at, ")");
        memcpy(list, at, n);
        list[n] = 0;
        char *colon = strchr(list, ':'), *names = colon ? colon + 1 : list;
        if (reduction && lanes && is_declared_reduction(list))
            return true;
        for (char *save = NULL, *name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save))
            if (strchr(name, '[') || is_in(subscripted, name))
                return true;
    }
    return false;
}

bool copies_array(const char *text, uint32_t begin, uint32_t end, struct name_set *subscripted)
{
    char line[LONGEST];
    if (end - begin >= sizeof line)
        return true;
    squeeze(text + begin, end - begin, line);
    bool lanes = has_piece(line, "simd") || has_piece(line, "concurrent");
    if (!strstr(line, "reduction(") && !(lanes && strstr(line, "private(")))
        return false;
    if (!subscripted->known)
        find_subscripted(text, subscripted);
    return lists_array(line, "reduction(", lanes, subscripted) ||
           (lanes && lists_array(line, "private(", lanes, subscripted));
}

/* The end of the head of a loop, `for (int i = …)`, that begins at `at`, and its variable; NULL: there is no loop. */
static const char *loop_head(const char *at, const char **name, size_t *n)
{
    at += strspn(at, " \t\n{");
    while (*at == '#') { /* a line marker, another directive */
        at += strcspn(at, "\n");
        at += strspn(at, " \t\n{");
    }
    if (strncmp(at, "for", 3) != 0 || is_letter(at[3]))
        return NULL;
    const char *end = at + strcspn(at, "=;");
    while (end > at && !is_letter(end[-1]))
        end--;
    for (*name = end; *name > at && is_letter((*name)[-1]);)
        --*name;
    *n = (size_t)(end - *name);
    int depth = 0;
    for (at += strcspn(at, "("); *at; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

static bool has_name(const char *from, const char *to, const char *name, size_t n)
{
    for (const char *at = from; n && at + n <= to; at++)
        if (!strncmp(at, name, n) && !is_letter(at[-1]) && !is_letter(at[n]))
            return true;
    return false;
}

bool collapses_triangle(const char *text, uint32_t begin, uint32_t end)
{
    static const char word[] = "collapse";
    const char *line_end = text + end, *outer, *inner, *at, *next;
    size_t n, m;
    if (!has_name(text + begin, line_end, word, sizeof word - 1) || !(at = loop_head(line_end, &outer, &n)))
        return false;
    for (; (next = loop_head(at, &inner, &m)) != NULL; at = next)
        if (has_name(at, next, outer, n))
            return true;
    return false;
}

bool is_shared_out(const char *text, uint32_t begin, uint32_t end)
{
    static const char *const words[] = {"for", "sections", "simd", "task", "taskloop"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_name(text + begin, text + end, words[i], strlen(words[i])))
            return true;
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
