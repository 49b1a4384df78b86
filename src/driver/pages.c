/* pages.c: `gantry explain GN0434`: prints the page of a message or of a reason. A page is the section of that id in
 * docs/diagnostics.md or docs/reasons.md, which are installed with the command. */
#include "driver.h"

#include <ctype.h>
#include <string.h>

#include "../tables/tables.h"
#include "../tables/warnings.h"

static bool is_id(const char *word)
{
    size_t n = strlen(word), digits = strspn(word + (n > 2 ? 2 : n), "0123456789");
    char second = (char)toupper((unsigned char)word[n > 1]);
    return n > 2 && toupper((unsigned char)word[0]) == 'G' && digits == n - 2 &&
           ((second == 'N' && digits == 4) || (second == 'R' && digits == 3));
}

/* The row of a message by its id or its name, with -Wgantry- before it or without. */
static const struct message_row *row_of(const char *word)
{
    static const char *const fronts[] = {"-W", "gantry-"};
    for (int i = 0; i < 2; i++)
        word += str_starts(word, fronts[i]) ? strlen(fronts[i]) : 0;
    for (const struct message_row *r = message_rows; r->id; r++)
        if (strcmp(r->name, word) == 0 || (is_id(word) && strcmp(r->id + 2, word + 2) == 0 && tolower(word[1]) == 'n'))
            return r;
    return NULL;
}

bool page_asked(const char *word) { return is_id(word) || row_of(word) != NULL; }

/* The section "## ID: …" of the file: its heading and what follows up to the next one; NULL: it has none. */
static char *section(struct cc *cc, const char *file, const char *id)
{
    const char *path = arena_printf(cc->arena, "%s/doc/%s", cc->lib, file);
    char *text = file_read(cc->arena, path, NULL), *at = text;
    const char *heading = arena_printf(cc->arena, "\n## %s: ", id);
    if (!text) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "Gantry is not installed completely: %s is missing", path);
        return NULL;
    }
    at = strstr(text, heading);
    if (!at)
        return NULL;
    at += strlen("\n## ");
    for (char *end = at; (end = strstr(end, "\n#")) != NULL; end++)
        if (end[2] == ' ' || str_starts(end, "\n## ")) {
            *end = 0;
            break;
        }
    return at;
}

/* Prints a page; code between ``` is indented, and the ``` lines are left out. */
static void print_page(char *text)
{
    bool code = false;
    for (char *line = strtok(text, "\n"), *next; line; line = next) {
        char *end = line + strlen(line);
        next = strtok(NULL, "\n");
        if (!str_starts(line, "```"))
            printf("%s%s\n", code ? "    " : "", line);
        else if ((code = !code) == false && next == end + 1)
            putchar('\n');
        for (const char *p = end + 1; next && p < next; p++) /* empty lines, which strtok skips */
            putchar('\n');
    }
}

static void print_ways_out(const struct message_row *r)
{
    if (strcmp(r->level, "error") == 0)
        return;
    if (strcmp(r->level, "advice") == 0)
        printf("\nShown by gantry explain, and by gantry cc with -Wgantry-%s or -Wgantry-advice.\n", r->name);
    printf("\nTo silence it: -Wno-gantry-%s, or around the place\n\n"
           "    #pragma clang diagnostic push\n"
           "    #pragma clang diagnostic ignored \"-Wgantry-%s\"\n"
           "    …\n"
           "    #pragma clang diagnostic pop\n\n"
           "-Werror=gantry-%s makes it an error; -Wno-gantry silences all warnings of Gantry.\n",
           r->name, r->name, r->name);
}

int page_print(struct cc *cc, const char *word)
{
    const struct message_row *r = row_of(word);
    char *id = arena_strdup(cc->arena, r ? r->id : word);
    for (char *p = id; *p; p++)
        *p = (char)toupper((unsigned char)*p);
    int errors = cc->diag.nerrors;
    char *text = r || id[1] == 'R' ? section(cc, r ? "diagnostics.md" : "reasons.md", id) : NULL;
    if (!text && cc->diag.nerrors > errors)
        return EXIT_USER;
    if (!text) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "there is no page on '%s'", word);
        return EXIT_USAGE;
    }
    if (r)
        printf("%s: %s (%s)\n", r->id, r->meaning, r->level);
    char *line = r ? strchr(text, '\n') : NULL; /* the heading has the name alone */
    print_page(line ? line + 1 : text);
    if (r)
        print_ways_out(r);
    return fflush(stdout) == 0 ? EXIT_GOOD : EXIT_USER;
}
