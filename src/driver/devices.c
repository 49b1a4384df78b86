/* devices.c: `gantry devices`: lists them (devices/main.c), or measures what they are good for (devices/measure.c). */
#define _GNU_SOURCE
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

static void for_measure(struct cc *cc)
{
    (void)cc;
    setenv("GANTRY_DEVICES", "cuda,hip,emulated", 1);
    unsetenv("OMP_TARGET_OFFLOAD");
}

/* The program is made for this processor, so a folder of programs that several machines share has one for each. */
static int measure(struct cc *cc, bool again)
{
    static const struct run_kind kind = {.name = "devices", .environment = for_measure};
    struct utsname here;
    if (!install_find(cc) || uname(&here) != 0)
        return EXIT_USER;
    const char *kept = cache_file(cc, "limits");
    if (!kept)
        diag(&cc->diag, DIAG_WARNING, (struct loc){0}, NULL,
             "the results cannot be kept: no folder for them can be made or written; XDG_CACHE_HOME says where else");
    const char *words[] = {"-O3",
                           "-march=native",
                           "-ffp-contract=fast",               /* for devices it is off by itself */
                           "-Wno-invalid-feature-combination", /* of -march=native, by Clang 19 */
                           arena_printf(cc->arena, "-DMEASURED_ON=\"%s\"", here.nodename),
                           arena_printf(cc->arena, "%s/measure.c", cc->lib),
                           "--",
                           kept ? kept : "",
                           again ? "1" : "0",
                           NULL};
    return run_compiled(&kind, (int)(sizeof words / sizeof words[0]) - 1, (char **)words);
}

int devices_main(int argc, char **argv)
{
    bool asked = false, again = false, other = false;
    for (int i = 0; i < argc; i++) {
        asked = asked || strcmp(argv[i], "--measure") == 0;
        again = again || strcmp(argv[i], "--again") == 0;
        other = other || (strcmp(argv[i], "--measure") != 0 && strcmp(argv[i], "--again") != 0);
    }
    if (other || (again && !asked)) {
        fputs("gantry: error: gantry devices takes --measure, and --again with it\n", stderr);
        return EXIT_USAGE;
    }
    struct cc cc;
    cc_init(&cc, arena_new());
    return asked ? measure(&cc, again) : become_helper(&cc, "gantry-devices", (char *[]){"gantry-devices", NULL});
}
