/* messages.c: what tools say. As text it is passed on as it is. Where the user asks for a document, all that the tools
 * of a command and the command itself say is collected for one: gantry-core writes records, all others lines of text.
 */
#define _GNU_SOURCE
#include "driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct cc *documented; /* the command whose document is not yet written */

static void say_error(const char *line)
{
    static const char begin[] = "gantry: error: ";
    diag(&documented->diag, DIAG_ERROR, (struct loc){0}, NULL, "%s",
         str_starts(line, begin) ? line + sizeof begin - 1 : line);
}

void documents_end(struct cc *cc)
{
    if (documented != cc)
        return;
    error_says(NULL);
    documented = NULL;
    diag_finish(&cc->diag);
}

static void end_at_exit(void)
{
    if (documented)
        documents_end(documented);
}

void documents_begin(struct cc *cc)
{
    static bool registered;
    documented = cc;
    error_says(say_error);
    if (!registered)
        atexit(end_at_exit);
    registered = true;
}

/* ---- lines of text ---- */
static const struct {
    const char *word;
    enum diag_level level;
} levels[] = {{"fatal error: ", DIAG_FATAL}, {"error: ", DIAG_ERROR}, {"warning: ", DIAG_WARNING},
              {"remark: ", DIAG_REMARK},     {"note: ", DIAG_NOTE},   {"NOTE: ", DIAG_NOTE}};
enum { NLEVELS = sizeof levels / sizeof *levels };

/* The first word of `levels` in the line, at its beginning or after ": "; its row, NLEVELS: there is none. */
static int find_level(const char *line, const char **at)
{
    for (const char *p = line; p; p = strstr(p, ": "), p = p ? p + 2 : NULL)
        for (int i = 0; i < NLEVELS; i++)
            if (str_starts(p, levels[i].word)) {
                *at = p;
                return i;
            }
    return NLEVELS;
}

/* Takes ":NUMBER" off the end of a place; 0: there is none. */
static int take_number(char *place)
{
    char *colon = strrchr(place, ':');
    if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")])
        return 0;
    *colon = 0;
    return atoi(colon + 1);
}

/* "file.c:3:5", "file.o:(.text+0x10)", or the name of the tool, which is no place */
static struct loc place_of(struct cc *cc, const char *text, size_t n)
{
    char *place = arena_strndup(cc->arena, text, n), *section = strstr(place, ":(");
    while (*place && place[strlen(place) - 1] == ' ')
        place[strlen(place) - 1] = 0;
    if (str_ends(place, ":"))
        place[strlen(place) - 1] = 0;
    if (section && str_ends(place, ")"))
        *section = 0;
    int last = take_number(place), before = last ? take_number(place) : 0;
    struct loc loc = {*place ? place : NULL, before ? before : last, before ? last : 0, 0};
    if (!section && !loc.line && loc.file && access(loc.file, F_OK) != 0)
        loc.file = NULL;
    return loc;
}

/* Takes "[-Werror,-Wname]" and "[GN0123]" off the end of a text. */
static void take_names(char *text, struct diag_message *m)
{
    static const char raised[] = "-Werror,";
    char *open;
    while (str_ends(text, "]") && (open = strrchr(text, '[')) != NULL && open > text && open[-1] == ' ' &&
           (str_starts(open, "[-W") || str_starts(open, "[GN"))) {
        char *name = open + 1;
        text[strlen(text) - 1] = 0;
        open[-1] = 0;
        m->raised |= str_starts(name, raised);
        name += m->raised ? sizeof raised - 1 : 0;
        *(*name == '-' ? &m->option : &m->id) = name;
    }
}

/* "/usr/bin/ld: " before what the linker says */
static const char *after_tool(const char *line)
{
    const char *colon = strstr(line, ": "), *name = line;
    for (const char *p = line; colon && p < colon; p++)
        name = *p == '/' ? p + 1 : name;
    return colon && (str_starts(name, "ld") || str_starts(name, "clang") || str_starts(name, "collect2")) ? colon + 2
                                                                                                          : line;
}

/* What Clang prints around its messages */
static bool is_trimming(const char *line)
{
    return !*line || *line == ' ' || str_starts(line, "In file included from ") ||
           (isdigit((unsigned char)*line) && str_ends(line, " generated."));
}

static void keep(struct cc *cc, struct diag_message m) { vec_push(cc->arena, &cc->diag.kept, m); }

/* A line without a level: mostly the linker's, "a.c:(.text+0x5): undefined reference to `f'"; `failed`: so it is why.
 */
static void keep_plain(struct cc *cc, const char *line, bool failed)
{
    static const char *function; /* "in function `f':", a line of GNU ld's for those that follow */
    const char *text = after_tool(line), *end = strstr(text, ": ");
    if (str_ends(text, "':")) {
        function = strstr(text, "in function");
        return;
    }
    struct diag_message m = {.level = failed ? DIAG_ERROR : DIAG_NOTE, .caret_len = 1, .text = text};
    m.loc = end ? place_of(cc, text, (size_t)(end - text)) : (struct loc){0};
    if (str_starts(text, ">>> ")) /* LLD's places */
        m.level = DIAG_NOTE;
    if (m.loc.file)
        m.text = function ? arena_printf(cc->arena, "%s %s", function, end + 2) : end + 2;
    keep(cc, m);
}

static void keep_line(struct cc *cc, char *line, bool failed)
{
    const char *at = NULL;
    int i = find_level(line, &at);
    if (is_trimming(line))
        return;
    if (i == NLEVELS && cc->verbose) { /* commands, and what they print about themselves */
        fprintf(stderr, "%s\n", line);
        return;
    }
    if (i == NLEVELS) {
        keep_plain(cc, line, failed);
        return;
    }
    const char *from = after_tool(line);
    char *text = arena_strdup(cc->arena, at + strlen(levels[i].word));
    struct diag_message m = {.level = levels[i].level, .caret_len = 1, .text = text};
    m.loc = from < at ? place_of(cc, from, (size_t)(at - from)) : (struct loc){0};
    take_names(text, &m);
    keep(cc, m);
}

/* Colours are for a terminal only: "\033[1;35m" goes. */
static size_t take_colours(char *said, size_t n)
{
    size_t out = 0;
    for (size_t i = 0; i < n; i++) {
        if (said[i] == '\033' && i + 1 < n && said[i + 1] == '[')
            for (i += 2; i < n && !(said[i] >= '@' && said[i] <= '~'); i++)
                ;
        else
            said[out++] = said[i];
    }
    return out;
}

void said_again(struct cc *cc, const char *said, size_t n)
{
    char *text = arena_strndup(cc->arena, said, n);
    said_pass_on(cc, text, cc->diag.color ? n : take_colours(text, n), false);
}

/* "a.c:3:1: warning: … [GN0480]", in colours or without */
static unsigned own_warnings(const char *said, size_t n)
{
    unsigned found = 0;
    for (const char *p = said, *end; p < said + n; p = end + 1) {
        end = memchr(p, '\n', (size_t)(said + n - p));
        end = end ? end : said + n;
        const char *level = memmem(p, (size_t)(end - p), "warning: ", strlen("warning: "));
        found += level && memmem(level, (size_t)(end - level), "[GN", strlen("[GN"));
    }
    return found;
}

void said_pass_on(struct cc *cc, const char *said, size_t n, bool failed)
{
    if (!n)
        return;
    if (cc->said)
        sb_addn(cc->said, said, n);
    if (documented != cc) {
        cc->warned += own_warnings(said, n);
        fwrite(said, 1, n, stderr);
        return;
    }
    char *save = NULL;
    for (char *line = strtok_r(arena_strndup(cc->arena, said, n), "\n", &save); line;
         line = strtok_r(NULL, "\n", &save))
        if (!diag_record_read(&cc->diag, line))
            keep_line(cc, line, failed);
}
