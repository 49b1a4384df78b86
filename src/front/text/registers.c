/* text/registers.c: `register` goes. Variables that constructs share, map or copy have their addresses taken in the
 * code that Gantry writes, which C forbids for those; that the user takes no address, Clang's check of his own file
 * sees. Where it is the only word of a type, which is int in C90, it becomes that; where the register is named, it
 * stays.
 *
 * needs: f->src.   sets: f->src, in place: no offset changes.   breaks: nothing. */
#include "source_text.h"

#include <string.h>

static const char word[] = "register";

/* `register i = 0;`, `register *p;` */
static bool stands_for_type(struct text t, uint32_t after)
{
    uint32_t at = skip_blank(t, after), end = at;
    while (end < t.len && is_word(t.s[end]))
        end++;
    uint32_t next = skip_blank(t, end);
    return end == at || (next < t.len && strchr("=;,[)", t.s[next]));
}

/* `register long sp asm("rsp");` */
static bool names_register(struct text t, uint32_t at)
{
    static const char *const words[] = {"asm", "__asm__", "__asm"};
    for (; at < t.len && !strchr(";{}", t.s[at]); at = next_char(t, at))
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (starts_with_word(t, at, words[i]) && !is_word(t.s[at - 1]))
                return true;
    return false;
}

void registers_drop(struct front *f)
{
    enum { length = sizeof word - 1 };
    struct text t = {f->src, f->len};
    char *changed = NULL;
    for (uint32_t at = 0; at + length < t.len; at = t.s[at] == '#' ? after_line(t, at) : next_char(t, at)) {
        if (t.s[at] != word[0] || !starts_with_word(t, at, word) || (at && is_word(t.s[at - 1])) ||
            names_register(t, at + length))
            continue;
        changed = changed ? changed : arena_strndup(f->arena, f->src, f->len);
        memcpy(changed + at, stands_for_type(t, at + length) ? "int     " : "        ", length);
    }
    f->src = changed ? changed : f->src;
}
