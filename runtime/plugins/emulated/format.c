/* format.c: formats of printf in device code, for the checks: which arguments lead to strings, and which to numbers
 * that are stored. The host's printf prints: what it does not know either is left alone, with all that follows. */
#include "emulated.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum length { NONE, CHAR, SHORT, LONG, LONGER, MAX, SIZE, DIFFERENCE, LONG_DOUBLE };
static const struct row {
    const char *word;
    enum length length;
    size_t bytes; /* of a whole number */
} lengths[] = {
    {"hh", CHAR, 1},
    {"h", SHORT, sizeof(short)},
    {"ll", LONGER, sizeof(long long)},
    {"l", LONG, sizeof(long)},
    {"q", LONGER, sizeof(long long)},
    {"j", MAX, sizeof(intmax_t)},
    {"z", SIZE, sizeof(size_t)},
    {"t", DIFFERENCE, sizeof(ptrdiff_t)},
    {"L", LONG_DOUBLE, sizeof(long long)},
    {"", NONE, sizeof(int)},
};

static const struct row *length_of(const char **s)
{
    const struct row *r = lengths;
    while (strncmp(*s, r->word, strlen(r->word)) != 0)
        r++;
    *s += strlen(r->word);
    return r;
}

/* a number in the format, or the argument that stands for it; less than 0: there is none */
static int number(const char **s, va_list *ap)
{
    char *end;
    if (**s == '*') {
        ++*s;
        return va_arg(*ap, int);
    }
    long n = strtol(*s, &end, 10);
    if (end == *s)
        return -1;
    *s = end;
    return n < 0 || n > INT32_MAX ? INT32_MAX : (int)n;
}

/* Takes the argument of a conversion that follows no pointer; false: unknown. */
static bool skip(char letter, const struct row *r, va_list *ap)
{
    if (letter == '%' || letter == 'm' || letter == 0)
        return letter != 0;
    if (strchr("aAeEfFgG", letter)) {
        if (r->length == LONG_DOUBLE)
            (void)va_arg(*ap, long double);
        else
            (void)va_arg(*ap, double);
    } else if (strchr("diouxXbBcp", letter)) {
        if (letter == 'p' || r->bytes > sizeof(int))
            (void)va_arg(*ap, long long);
        else
            (void)va_arg(*ap, int);
    } else {
        return false;
    }
    return true;
}

/* what stands after a '%'; true: a conversion that follows its pointer */
static bool conversion(struct emu_format *f, va_list *ap)
{
    const char *s = f->at + strspn(f->at, "-+ #0'I");
    int most = -1;
    number(&s, ap);
    if (*s == '.') {
        s++;
        most = number(&s, ap);
        most = most < 0 && s[-1] == '.' ? 0 : most; /* "%.s" */
    }
    const struct row *r = length_of(&s);
    char letter = *s;
    f->at = letter ? s + 1 : s;
    f->string = letter == 's';
    if (letter != 'n' && (letter != 's' || r->length == LONG)) {
        if (letter == 's')
            (void)va_arg(*ap, const wchar_t *);
        else if (!skip(letter, r, ap))
            f->at = NULL;
        return false;
    }
    f->pointer = va_arg(*ap, const void *);
    f->n = letter == 'n' ? r->bytes : most < 0 ? UINT64_MAX : (uint64_t)most;
    return true;
}

bool emu_format_next(struct emu_format *f, va_list *ap)
{
    while (f->at && (f->at = strchr(f->at, '%')) != NULL) {
        f->at++;
        if (conversion(f, ap))
            return true;
    }
    return false;
}
