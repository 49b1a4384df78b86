/* Diagnostics: places, carets, counting, limits, odd source files. */
#include "src/base/base.h"

#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>

static struct arena *arena;
static char *text;
static size_t text_len;

static struct diag begin(FILE **f)
{
    struct diag d;
    *f = open_memstream(&text, &text_len);
    diag_init(&d, arena, *f);
    d.color = false;
    return d;
}

static const char *source(const char *content, size_t n)
{
    const char *path = temp_path(arena, "source", ".c");
    CHECK(file_write(path, content, n));
    return path;
}

static void expect(FILE *f, const char *want)
{
    fclose(f);
    CHECK_STR(text, want);
    free(text);
}

static void places(void)
{
    FILE *f;
    struct diag d = begin(&f);
    const char *src = source("int a;\n\tint b = c;\r\nlast", 24);
    diag(&d, DIAG_ERROR, (struct loc){src, 2, 10, 0}, "GN0001", "no %s", "c");
    diag_message(&d, (struct diag_message){DIAG_WARNING, {src, 2, 6, 0}, .caret_len = 5, .text = "long"});
    diag(&d, DIAG_NOTE, (struct loc){src, 3, 0, 0}, NULL, "no caret");
    diag(&d, DIAG_REMARK, (struct loc){src, 0, 0, 0}, NULL, "whole file");
    diag(&d, DIAG_ERROR, (struct loc){0}, NULL, "nowhere");
    diag(&d, DIAG_ERROR, (struct loc){"/no/such/file", 3, 4, 0}, NULL, "gone");
    char *fifo = temp_path(arena, "fifo", "");
    CHECK(mkfifo(fifo, 0600) == 0);
    diag(&d, DIAG_ERROR, (struct loc){fifo, 1, 1, 0}, NULL, "does not wait");
    diag(&d, DIAG_ERROR, (struct loc){"/", 1, 1, 0}, NULL, "no text");
    diag(&d, DIAG_ERROR, (struct loc){src, 99, 4, 0}, NULL, "behind the end");
    diag(&d, DIAG_ERROR, (struct loc){src, 1, 99, 0}, NULL, "too far right");
    CHECK(d.nerrors == 7 && d.nwarnings == 1);
    expect(f, arena_printf(arena,
                           "%1$s:2:10: error: no c [GN0001]\n    \tint b = c;\n    \t        ^\n"
                           "%1$s:2:6: warning: long\n    \tint b = c;\n    \t    ^~~~~\n"
                           "%1$s:3: note: no caret\n    last\n"
                           "%1$s: remark: whole file\n"
                           "gantry: error: nowhere\n"
                           "/no/such/file:3:4: error: gone\n"
                           "%2$s:1:1: error: does not wait\n"
                           "/:1:1: error: no text\n"
                           "%1$s:99:4: error: behind the end\n"
                           "%1$s:1:99: error: too far right\n",
                           src, fifo));
}

static void odd_sources(void)
{
    FILE *f;
    struct diag d = begin(&f);
    diag(&d, DIAG_ERROR, (struct loc){source("a\0\033[31mb", 8), 1, 3, 0}, NULL, "control characters");
    diag(&d, DIAG_ERROR, (struct loc){source("", 0), 1, 1, 0}, NULL, "empty");
    diag(&d, DIAG_ERROR, (struct loc){source("\xc3\xa9\xc3\xa9x", 5), 1, 5, 0}, NULL, "columns are bytes");
    char *wide = malloc(10000);
    memset(wide, 'w', 10000);
    diag(&d, DIAG_ERROR, (struct loc){source(wide, 10000), 1, 9000, 0}, NULL, "wide");
    free(wide);
    fclose(f);
    CHECK(strstr(text, "    a??[31mb\n      ^\n") != NULL);
    CHECK(strstr(text, "    \xc3\xa9\xc3\xa9x\n      ^\n") != NULL);
    CHECK(text_len < 2500); /* the wide line was cut */
    free(text);
}

static void limits(void)
{
    FILE *f;
    struct diag d = begin(&f);
    struct loc at = {0};
    d.max_errors = 2;
    for (int i = 0; i < 5; i++) {
        diag(&d, DIAG_ERROR, at, NULL, "e%d", i);
        diag(&d, DIAG_NOTE, at, NULL, "n%d", i);
    }
    CHECK(d.nerrors == 3 || d.nerrors == 5);
    d = (struct diag){.arena = arena, .out = f, .no_warnings = true};
    diag(&d, DIAG_WARNING, at, NULL, "quiet");
    diag(&d, DIAG_NOTE, at, NULL, "quiet too");
    CHECK(d.nwarnings == 0);
    d.no_warnings = false;
    d.werror = true;
    diag(&d, DIAG_WARNING, at, NULL, "w");
    CHECK(d.nwarnings == 0 && d.nerrors == 1);
    expect(f, "gantry: error: e0\ngantry: note: n0\ngantry: error: e1\ngantry: note: n1\n"
              "gantry: note: further errors are not shown (-ferror-limit=2)\n"
              "gantry: error: w\n");
}

int main(void)
{
    arena = arena_new();
    places();
    odd_sources();
    limits();
    arena_free(arena);
    return CHECK_END;
}
