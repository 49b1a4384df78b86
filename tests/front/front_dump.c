/* gantry-front [clang flags] [--verify] [--no-check] [--probe] file.c: what the front end makes of a file. */
#include "src/front/front.h"

#include <string.h>

int main(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct diag d;
    bool probe = false;
    const char **cflags = arena_alloc(a, ((size_t)argc + 1) * sizeof *cflags);
    struct front_options o = {.cflags = cflags, .check = true};
    int n = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--no-check"))
            o.check = false;
        else if (!strcmp(argv[i], "--probe"))
            probe = true;
        else if (!strncmp(argv[i], "--include-dir=", 14))
            o.include_dir = argv[i] + 14;
        else if (argv[i][0] == '-')
            cflags[n++] = argv[i];
        else
            o.path = argv[i];
    }
    if (!o.path) {
        fprintf(stderr, "usage: gantry-front [options] file.c\n");
        return 2;
    }
    diag_init(&d, a, stderr);
    size_t len;
    char *text = front_preprocess(a, &o, &len);
    if (!text)
        return 1;
    struct unit *u = front_parse(a, &d, &o, text, len);
    if (u && probe)
        fwrite(u->text, 1, u->len, stdout);
    if (u && !probe)
        region_print(stdout, u);
    bool good = u && region_verify(u, stderr);
    arena_free(a);
    return u ? good ? 0 : 70 : 1;
}
