/* Finds what findings.c shows: a program is judged by libraries, this one by itself. A file without regions, since code of such
 * includes the runtime's interface already. */
#include "gantry_findings.h"

void find(const char *file, int directive, int times)
{
    struct gantry_finding race = {.id = "GC401",
                                  .at = {file, "main", 12, 3},
                                  .other = {file, "main", 13, 0},
                                  .name = "a",
                                  .text = "a 'quoted' text with \"marks\", a\\backslash and ümlaut",
                                  .detail = "  one line\n  another line\n",
                                  .advice = "an advice"};
    while (times--)
        gantry_finding(&race);
    gantry_finding(&(struct gantry_finding){.id = "GC610", .text = "without a place"});
    const struct gantry_edit edits[] = {
        {file, directive, GANTRY_EDIT_CLAUSE, 0, "map(tofrom : a)"},
        {file, directive + 3, 9, 13, "a[1]"},
        {file, directive + 3, 9, 13, "a[1]"},
        {file, directive + 4, GANTRY_EDIT_LINE, 0, "#pragma omp barrier"},
        {file, 9999, 1, 1, "no such line"},
    };
    for (int i = 0; i < 5; i++)
        gantry_finding(&(struct gantry_finding){
            .id = "GC302", .at = {file, "main", directive + i, 1}, .text = "with an edit", .edit = edits[i]});
}

