/* forms.c: the table of instructions, by name. */
#include "forms.h"

#include <string.h>

const struct type_row types[TYPE_COUNT] = {{"", 0, W_NONE},
#define ROW(NAME, BITS, WIDTH) {#NAME, BITS, WIDTH},
                                           TYPES(ROW)
#undef ROW
};

enum type type_find(const char *text, size_t n)
{
    for (int t = TYPE_NONE + 1; t < TYPE_COUNT; t++)
        if (strlen(types[t].name) == n && !memcmp(types[t].name, text, n))
            return (enum type)t;
    return TYPE_NONE;
}

void form_text(const struct form *f, char out[FORM_TEXT])
{
    size_t n = 0;
    for (; f->name[n] && n + 1 < FORM_TEXT; n++)
        out[n] = f->name[n] == '_' ? '.' : f->name[n];
    out[n] = 0;
}

static struct names table;
static struct store store;

static void enter(const struct form *f)
{
    char text[FORM_TEXT];
    form_text(f, text);
    size_t n = strlen(text);
    names_enter(&table, &store, store_text(&store, text, n), n, (int64_t)(intptr_t)f);
}

static void fill(void)
{
    for (size_t i = 0; i < common_count; i++)
        enter(&common_forms[i]);
    for (size_t i = 0; i < float_count; i++)
        enter(&float_forms[i]);
    for (size_t i = 0; i < rare_count; i++)
        enter(&rare_forms[i]);
    for (size_t i = 0; i < half_count; i++)
        enter(&half_forms[i]);
}

const struct form *form_find(const char *text, size_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    int64_t at = names_find(&table, text, n);
    return at < 0 ? NULL : (const struct form *)(intptr_t)at;
}
