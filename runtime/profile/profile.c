/* profile.c: what GANTRY_PROFILE asks for, and the tools of others that read the same events. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

enum { MOST_TABLES = 4 };
static struct out *tables[MOST_TABLES];
static size_t ntables;
static bool traced;
static bool whole; /* tables are not cut */

static void put_table(struct out *to, const char *text, size_t n)
{
    if (!file_put(to, text, n) && strcmp(file_called(to), "1") != 0) {
        gantry_warn("GANTRY_PROFILE=%s cannot be written: %s; here it is", file_called(to), strerror(errno));
        fputs(text, stderr);
    }
    file_shut(to);
}

static bool may_control(unsigned char c)
{
    return ((c < ' ') & (c != '\n')) | (c == 0x7f) | (c == 0xc2); /* 0xc2: with the next byte */
}

/* None of them may_control. Sixteen are looked at together. */
static bool is_plain(const char *text, size_t n)
{
    typedef unsigned char bytes __attribute__((vector_size(16)));
    bytes found = {0}, b;
    bool plain = true;
    size_t i = 0;
    for (; n - i >= sizeof b; i += sizeof b) {
        memcpy(&b, text + i, sizeof b);
        found |= (bytes)(((b < ' ') & (b != '\n')) | (b == 0x7f) | (b == 0xc2));
    }
    for (; i < n; i++)
        plain &= !may_control((unsigned char)text[i]);
    for (i = 0; i < sizeof found; i++)
        plain &= !found[i];
    return plain;
}

/* Names of files and variables are the user's, and a terminal obeys what they hold: control characters are shown. */
static void put_plain(struct text *t, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *plain = (const unsigned char *)text, *s = plain;
    for (; *s; s++) {
        bool two = *s == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0; /* of Unicode's second row of them */
        if (!may_control(*s) || (*s == 0xc2 && !two))
            continue;
        text_append(t, (const char *)plain, (size_t)(s - plain));
        s += two;
        text_append(t, (const char[]){'\\', 'x', digits[*s >> 4], digits[*s & 15]}, 4);
        plain = s + 1;
    }
    text_append(t, (const char *)plain, (size_t)(s - plain));
}

static void make_plain(struct text *t)
{
    struct text plain = {0};
    put_plain(&plain, t->s);
    text_free(t);
    *t = plain;
}

static void write_tables(void)
{
    enum { USUAL = 6000 };
    char room[USUAL]; /* memory that the program has touched, where a new block of the heap would be new pages */
    struct text table = TEXT_IN(room);
    struct profile p = *sums_take();
    p.shows_all = whole;
    table_print(&table, &p);
    if (text_end(&table) && !is_plain(table.s, table.n - 1)) {
        make_plain(&table);
        text_end(&table);
    }
    for (size_t i = 0; i < ntables && table.s; i++)
        put_table(tables[i], table.s, table.n - 1);
    text_free(&table);
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static void table_start(const char *word)
{
    static const char *const to_stderr[] = {"1", "-", "yes", "true", "on", NULL};
    if (ntables == MOST_TABLES) {
        gantry_warn("GANTRY_PROFILE: '%s' is not written: there are %d tables already", word, MOST_TABLES);
        return;
    }
    struct out *o = is_one_of(word, to_stderr) ? file_stderr() : file_open(word);
    if (o)
        tables[ntables++] = o;
}

static void trace_start(const char *word)
{
    static const char *first;
    if (first)
        gantry_warn("GANTRY_PROFILE: '%s' is not written: a program writes one trace, and '%s' is that", word, first);
    else
        traced = timeline_start(first = word);
}

/* None of the files can be written: the run shall not have been for nothing. */
static void print_anyway(void)
{
    struct out *o = file_stderr();
    if (!o)
        return;
    gantry_warn("GANTRY_PROFILE: the table comes here instead");
    tables[ntables++] = o;
}

void gantry_profile_start(void)
{
    static const char *const none[] = {"0", "no", "false", "off", NULL};
    char *rest = NULL;
    bool sums = false, moves = true, nvtx = false, roctx = false;
    (void)*(const volatile char *)&tool_here;
    acc_prof_start();
    ompt_start(); /* first of all: libomp starts faster in a process that has one thread */
    char *words = *gantry_knob("PROFILE") ? kept_text(gantry_knob("PROFILE")) : NULL; /* paths are parts of it */
    for (char *w = words ? strtok_r(words, ",", &rest) : NULL; w; w = strtok_r(NULL, ",", &rest)) {
        bool is_nvtx = strcmp(w, "nvtx") == 0, is_roctx = strcmp(w, "roctx") == 0, less = strcmp(w, "-moves") == 0;
        bool all = strcmp(w, "all") == 0;
        nvtx |= is_nvtx, roctx |= is_roctx, moves &= !less, whole |= all;
        if (is_nvtx || is_roctx || less || all || is_one_of(w, none))
            continue;
        if (*w == '-' && w[1]) {
            gantry_warn("GANTRY_PROFILE: there is no '%s'; '-moves' leaves out the comparison of what moved", w);
            continue;
        }
        sums = true;
        if (ends_in(w, ".json"))
            trace_start(w);
        else
            table_start(w);
    }
    if (sums) {
        sums_start();
        gantry_read_host();
        if (moves)
            moves_start();
    }
    if (sums && !traced && !ntables)
        print_anyway();
    if (ntables)
        gantry_at_end_of_events(write_tables);
    ranges_start(nvtx, roctx);
}
