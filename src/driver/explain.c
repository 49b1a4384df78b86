/* explain.c: `gantry explain`: what becomes of the regions of C files, and what their kernels take of a GPU; pages on
 * messages. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../report/report.h"

/* GN0434 … */
static int explain_pages(struct cc *cc, int argc, char **argv)
{
    int status = install_find(cc) ? 0 : EXIT_USER;
    for (int i = 0; i < argc && status == 0; i++) {
        fputs(i ? "\n" : "", stdout);
        status = page_print(cc, argv[i]);
    }
    arena_free(cc->arena);
    return status;
}

/* --sarif: findings are messages, and all messages of the command one document. */
static int begin_sarif(struct cc *cc)
{
    static const char format[] = "-fdiagnostics-format=sarif";
    diag_flag(&cc->diag, format);
    cc->documents = true;
    cc->diag.out = stdout;
    documents_begin(cc);
    vec_push(cc->arena, &cc->flags, (struct flag){format, AT_DIAG});
    return 0;
}

/* ---- --model=GPU: what regions and copies would take there, of a run that counts ---- */

/* Takes the option out of the words before "--"; NULL: it is not there; "": it has no value. */
static const char *take_model(int *argc, char **argv)
{
    const char *found = NULL;
    int n = 0;
    bool words = true;
    for (int i = 0; i < *argc; i++) {
        words = words && strcmp(argv[i], "--") != 0;
        if (words && str_starts(argv[i], "--model="))
            found = argv[i] + strlen("--model=");
        else if (words && strcmp(argv[i], "--model") == 0)
            found = i + 1 < *argc ? argv[++i] : "";
        else
            argv[n++] = argv[i];
    }
    *argc = n;
    return found;
}

static int explain_model(const char *gpu, int argc, char **argv)
{
    struct arena *a = arena_new();
    char *counts = temp_path(a, "counts", ".json"), *profile = temp_path(a, "profile", ".json");
    char *given[] = {arena_printf(a, "--model=%s", gpu), profile, counts};
    unsigned units, warp;
    if (!model_shape(a, gpu, &units, &warp))
        return EXIT_USER;
    setenv("GANTRY_EMULATED_SMS", arena_printf(a, "%u", units),
           1); /* the runtime's leagues are as large as they would be there */
    setenv("GANTRY_EMULATED_WARP", arena_printf(a, "%u", warp), 1);
    fputs("gantry explain: a run on the emulated device counts what regions compute and move ...\n", stderr);
    int status = counted_run(a, argc, argv, counts, profile);
    if (access(profile, R_OK) != 0 || access(counts, R_OK) != 0) {
        fprintf(stderr, "gantry: error: gantry explain: no region was counted (the program's exit status is %d)\n",
                status);
        return status ? status : EXIT_USER;
    }
    if (status)
        fprintf(stderr, "gantry: warning: gantry explain: the program ended with status %d\n", status);
    return report_command(3, given);
}

int explain_main(int argc, char **argv)
{
    struct cc cc;
    const char *model = take_model(&argc, argv);
    if (model)
        return explain_model(model, argc, argv);
    cc_init(&cc, arena_new());
    if (argc > 0 && page_asked(argv[0]))
        return explain_pages(&cc, argc, argv);
    vec_push(cc.arena, &cc.flags, (struct flag){"-Wgantry-maps-in-loop", AT_DIAG}); /* findings say the rest */
    vec_push(cc.arena, &cc.flags, (struct flag){"-Wgantry-scan-in-order", AT_DIAG});
    int status = install_find(&cc) ? options_parse(&cc, argc, argv) : EXIT_USER;
    if (status == 0 && sources(&cc) == 0)
        status = usage_error(&cc, "explain needs C files, or the id of a message or reason, as GN0434");
    cc.dump = DUMP_EXPLAIN;
    cc.stage = STAGE_OBJECT;
    cc.output = NULL;
    if (status == 0 && cc.explain && cc.resources)
        status = usage_error(&cc, "--resources is text: it does not go into a document");
    if (status == 0 && cc.explain == EXPLAINED_SARIF)
        status = begin_sarif(&cc);
    if (status == 0)
        status = cc_execute(&cc);
    if (cc.explained)
        puts("]}");
    if (status == 0 && cc.resources)
        status = resources_print(&cc, argc, argv);
    documents_end(&cc);
    arena_free(cc.arena);
    return status;
}
