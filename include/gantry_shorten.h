/* gantry_shorten.h: names that are too long for their column, as the profile's table and `gantry report` both have
 * them. */
#ifndef GANTRY_SHORTEN_H
#define GANTRY_SHORTEN_H

#include <stddef.h>
#include <string.h>

static inline size_t gantry_digits(const char *s) /* strspn makes a table of its set each time */
{
    size_t n = 0;
    while (s[n] >= '0' && s[n] <= '9')
        n++;
    return n;
}

/* The length of "file.c:41 " in front of a name, 0: there is none */
static inline size_t gantry_place_length(const char *name)
{
    for (size_t i = 0; name[i]; i++) {
        size_t digits = name[i] == ':' ? gantry_digits(name + i + 1) : 0;
        if (digits && name[i + 1 + digits] == ' ')
            return i + digits + 2;
    }
    return 0;
}

/* The rest of the text from `from` on comes to lie at `to`, in front of it. (The callers' programs may know no function
 * of the library for that yet.) */
static inline void gantry_close_gap(char *to, const char *from)
{
    while ((*to++ = *from++) != 0)
        ;
}

/* Puts ".." for n bytes, and for as many more as belong to a character that began before. */
static inline void gantry_cut(char *name, size_t at, size_t n)
{
    size_t end = at + n;
    while (at > 0 && (name[at] & 0xc0) == 0x80)
        at--;
    while ((name[end] & 0xc0) == 0x80)
        end++;
    gantry_close_gap(name + at + 2, name + end);
    memcpy(name + at, "..", 2);
}

static inline void gantry_cut_folders(char *name)
{
    size_t place = gantry_place_length(name), from = 0;
    for (size_t i = 0; i < place; i++)
        from = name[i] == '/' ? i + 1 : from;
    gantry_close_gap(name, name + from);
}

/* "file.c:41 the_be..e_end": the line and both ends of the name stay, and all of the name where the file is in the way;
 * folders go first. Shortens in place. */
static inline void gantry_shorten(char *name, size_t width)
{
    if (strlen(name) <= width)
        return;
    gantry_cut_folders(name);
    size_t place = gantry_place_length(name), number = place, n = strlen(name);
    if (n <= width)
        return;
    while (number > 1 && name[number - 2] != ':')
        number--;                  /* of the line: it stays whatever goes */
    if (n - number + 2 <= width) { /* all of the name, and the end of the file */
        gantry_cut(name, 0, n - width + 2);
        return;
    }
    if (place > width / 2) {
        size_t out = place - width / 2 + 2;
        gantry_cut(name, 0, out < number ? out : number);
        place = gantry_place_length(name);
    }
    n = strlen(name);
    if (n > width && place + 2 < width)
        gantry_cut(name, place + (width - place - 2) / 2, n - width + 2);
}

#endif
