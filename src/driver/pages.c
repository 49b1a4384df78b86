/* pages.c: `gantry explain GN0434`: prints the page of a message, of a reason, or of what `gantry check`,
 * GANTRY_PROFILE or `gantry explain` find. A page is the section of that id in docs/diagnostics.md, docs/reasons.md,
 * docs/checks.md, docs/see.md, docs/advice.md or docs/annotate.md, which are installed with the command. */
#include "driver.h"

#include <ctype.h>
#include <string.h>

#include "../tables/tables.h"
#include "../tables/warnings.h"

/* G, a letter and three or four digits. No file of C is called so: what has another letter was mistyped, and is no file
 * either. */
static bool is_id(const char *word)
{
    size_t digits = strlen(word) > 2 ? strspn(word + 2, "0123456789") : 0;
    return toupper((unsigned char)word[0]) == 'G' && isalpha((unsigned char)word[1]) && (digits == 3 || digits == 4) &&
           !word[2 + digits];
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

static char *file_of_pages(struct cc *cc, const char *file)
{
    const char *path = arena_printf(cc->arena, "%s/doc/%s", cc->lib, file);
    char *text = file_read(cc->arena, path, NULL);
    if (!text)
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "Gantry is not installed completely: %s is missing", path);
    return text;
}

/* What follows the heading at `at`, up to the next one of its level or above. */
static char *section_at(char *at, size_t level)
{
    bool code = false;
    at += level + 1;
    for (char *line = strchr(at, '\n'); line; line = strchr(line + 1, '\n')) {
        size_t marks = strspn(line + 1, "#");
        code ^= str_starts(line, "\n```");
        if (!code && marks > 0 && marks <= level && line[1 + marks] == ' ') {
            *line = 0;
            break;
        }
    }
    return at;
}

/* The section "## ID: …" of the file: its heading and what follows; NULL: it has none. */
static char *section(struct cc *cc, const char *file, const char *id)
{
    char *text = file_of_pages(cc, file), *at = text ? strstr(text, arena_printf(cc->arena, "\n## %s: ", id)) : NULL;
    return at ? section_at(at + 1, 2) : NULL;
}

/* ---- findings: several may share a section, whose heading names them all ---- */
static const struct finding_row {
    const char *id, *meaning;
} finding_rows[] = {
#define FINDING(ID, CLASS, SEVERITY, MEANING) {ID, MEANING},
#include "gantry_findings.def"
#undef FINDING
#define ADVICE(ID, CLASS, MEANING) {ID, MEANING},
#include "gantry_advice.def"
#undef ADVICE
#define FINDING(ENUM, ID, MEANING) {ID, MEANING},
#include "../analysis/advise/findings.def"
#undef FINDING
};

static const struct finding_row *finding_of(const char *id)
{
    for (size_t i = 0; i < sizeof finding_rows / sizeof *finding_rows; i++)
        if (strcmp(finding_rows[i].id, id) == 0)
            return &finding_rows[i];
    return NULL;
}

static char *section_naming(struct cc *cc, const char *file, const char *id)
{
    char *text = file_of_pages(cc, file);
    for (size_t level = 3; text && level >= 2; level--) {
        const char *mark = level == 3 ? "\n### " : "\n## ";
        for (char *at = text; (at = strstr(at, mark)) != NULL; at++) {
            const char *end = strchr(at + 1, '\n'), *there = strstr(at, id);
            if (there && end && there < end)
                return section_at(at + 1, level);
        }
    }
    return NULL;
}

char *page_of_loops(struct cc *cc, const char *id) { return section_naming(cc, "annotate.md", id); }

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
        printf("\nShown by gantry cc with -Wgantry-%s or -Wgantry-advice; gantry explain finds it, too.\n", r->name);
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
    const struct finding_row *f = finding_of(id);
    char *text = NULL;
    if (f)
        text = section_naming(cc, id[1] == 'P' ? "see.md" : id[1] == 'A' ? "advice.md" : "checks.md", id);
    else if (id[1] == 'L')
        text = page_of_loops(cc, id);
    else if (r || id[1] == 'R')
        text = section(cc, r ? "diagnostics.md" : "reasons.md", id);
    if (!text && cc->diag.nerrors > errors)
        return EXIT_USER;
    if (!text) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "there is no page on '%s': ids are those of messages (GN0434), reasons (GR101), loops (GL501), advice "
             "(GA101), checks (GC401) and profiles (GP101)",
             word);
        return EXIT_USAGE;
    }
    if (r)
        printf("%s: %s (%s)\n", r->id, r->meaning, r->level);
    if (f)
        printf("%s: %s\n", f->id, f->meaning);
    char *line = r || f ? strchr(text, '\n') : NULL; /* the heading says no more */
    print_page(line ? line + 1 : text);
    if (r)
        print_ways_out(r);
    return fflush(stdout) == 0 ? EXIT_GOOD : EXIT_USER;
}
