/* check.c: `gantry check`: compiles with -fcheck, runs on the emulated GPU, and sums up what was found. The program
 * tells each finding itself when it meets it (runtime/host/findings.c), and leaves records of them in a file, of which
 * this command makes documents and its exit status. */
#define _GNU_SOURCE
#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_FINDINGS = 3, EXIT_NOTHING_RAN = 2 };

static const char *report; /* the file of records */

static void environment(struct cc *cc)
{
    report = temp_path(cc->arena, "findings", "");
    setenv("GANTRY_CHECK_REPORT", report, 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
    setenv("GANTRY_DEVICES", "emulated", 1);
    setenv("GANTRY_EMULATED_LIMIT", "600", 0);
    if (cc->documents) { /* the document tells it */
        const char *words = getenv("GANTRY_CHECK");
        setenv("GANTRY_CHECK", words && *words ? arena_printf(cc->arena, "%s,quiet", words) : "all,quiet", 1);
    }
}

struct tally {
    size_t findings;
    unsigned long long launches; /* told at the program's end, however it ends, if a device was opened */
    VEC(const struct diag_edit *) edits;
};

static struct tally read_report(struct cc *cc)
{
    struct tally t = {0};
    size_t kept = cc->diag.kept.n;
    char *save = NULL, *text = file_read(cc->arena, report, NULL);
    size_t of = kept; /* the finding that an edit belongs to */
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        const struct diag_edit *e = edit_read(cc->arena, line);
        if (e) {
            vec_push(cc->arena, &t.edits, e);
            cc->diag.kept.v[of].edit = e;
        } else if (sscanf(line, "R%llu", &t.launches) != 1 && diag_record_read(&cc->diag, line)) {
            size_t last = cc->diag.kept.n - 1;
            if (cc->diag.kept.v[last].level >= DIAG_WARNING) {
                t.findings++;
                of = last;
            }
        }
    }
    if (!cc->documents)
        cc->diag.kept.n = kept; /* told already */
    return t;
}

static int sum_up(struct cc *cc, int status)
{
    struct tally t = read_report(cc);
    if (!cc->documents && t.findings)
        fprintf(stderr, "gantry check: %zu finding%s%s\n", t.findings, t.findings == 1 ? "" : "s",
                t.edits.n ? "; this might mend what has just one mend:" : "");
    else if (!cc->documents && t.launches)
        fprintf(stderr, "gantry check: nothing found; %llu region%s ran\n", t.launches, t.launches == 1 ? "" : "s");
    if (!cc->documents)
        edits_print(cc, t.edits.v, t.edits.n);
    if (t.findings)
        return EXIT_FINDINGS;
    if (!t.launches) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "nothing was checked: no target region ran on the emulated device");
        return status ? status : EXIT_NOTHING_RAN;
    }
    return status;
}

int check_main(int argc, char **argv)
{
    static const struct run_kind kind = {"check", environment, sum_up};
    return run_compiled_with(&kind, "-fcheck", argc, argv);
}
