/* response.c: the word @file is replaced by the words in that file. They are separated by white space; quotes and
 * backslashes mean what they mean to gcc. */
#include "driver.h"

#include <ctype.h>

enum { DEEPEST = 32 };

static const char *next_word(struct cc *cc, const char **at)
{
    const char *p = *at;
    while (isspace((unsigned char)*p))
        p++;
    if (!*p)
        return NULL;
    struct sb word = {0};
    sb_addn(&word, "", 0);
    for (char quote = 0; *p && (quote || !isspace((unsigned char)*p)); p++) {
        if (*p == '\\' && p[1])
            sb_addc(&word, *++p);
        else if (quote && *p == quote)
            quote = 0;
        else if (!quote && (*p == '"' || *p == '\''))
            quote = *p;
        else
            sb_addc(&word, *p);
    }
    *at = p;
    return sb_take(&word, cc->arena);
}

bool response_expand(struct cc *cc, const char *arg, int depth)
{
    const char *text = arg[0] == '@' ? file_read(cc->arena, arg + 1, NULL) : NULL;
    if (!text) { /* a file that cannot be read leaves the word as it is */
        ADD(cc, &cc->args, arg);
        return true;
    }
    if (depth == DEEPEST) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){.file = arg + 1}, NULL, "response files name each other in a circle");
        return false;
    }
    for (const char *word; (word = next_word(cc, &text));) {
        if (!response_expand(cc, word, depth + 1))
            return false;
    }
    return true;
}
