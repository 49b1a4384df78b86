/* explain.c: `gantry explain`: what becomes of the regions of C files, and what their kernels take of a GPU; pages on
 * messages. */
#include "driver.h"

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

int explain_main(int argc, char **argv)
{
    struct cc cc;
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
