/* cases.h: the end of a program of many cases, functions `static void NAME(int wrong)` that CASES(C) names. faults.sh
 * runs it with the name of a case, which then has its fault, or with "right": all of them, without. */
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(int wrong);
} cases[] = {
#define CASE(NAME) {#NAME, NAME},
    CASES(CASE)
};

/* Has a case run with its fault? "names" prints theirs. */
static int run_cases(int argc, char **argv)
{
    int wrong = 0;
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], "names") == 0) {
            puts(cases[i].name);
        } else if (strcmp(argv[1], "right") == 0) {
            cases[i].run(0);
        } else if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run(1);
            wrong = 1;
        }
    return wrong;
}
