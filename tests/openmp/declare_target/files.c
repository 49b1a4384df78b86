// ROW: declare target, variables and functions of several files
// SPEC: 4.5 7.8
// FILES: Inputs/library.c
#include "check.h"
#include "Inputs/library.h"

static int hidden = 1; /* the other file has one of this name */
#pragma omp declare target enter(hidden)

int main(int argc, char **argv)
{
    int a = 0, b = 0, c = 0;
    check_begin(argc, argv);
    CHECK_MEANT(&library_count, sizeof library_count);
    for (int i = 0; i < 37; i++)
        linked[i] = i;
#pragma omp target map(from: a, b, c) map(to: linked)
    {
        library_count += 5;
        library_names.second = 50;
        a = library_add(hidden);
        b = library_table[2] + *library_pointer;
        c = library_linked(36);
    }
    CHECK_INT(a, 5 + 50 + 1 + 1000, "function of the other file");
    CHECK_INT(b, 60, "its variables");
    CHECK_INT(c, 36, "its linked variable");
    CHECK_INT(library_on_host(), check_device ? 0 : 5, "the host's copy there");
#pragma omp target update from(library_count)
    CHECK_INT(library_on_host(), 5, "updated");
    return check_end();
}
