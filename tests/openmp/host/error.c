// ROW: error at(execution) message() of any string on the host
// SPEC: 5.2 8.5
// DEVICES: host
#include "check.h"

#include <string.h>
#include <unistd.h>

static char said[1000];
static int told[2], before;

/* what is written to standard error from here on */
static void listen(void)
{
    before = dup(2);
    CHECK(pipe(told) == 0 && dup2(told[1], 2) == 2, "pipe");
}

static void heard(void)
{
    dup2(before, 2);
    close(told[1]);
    ssize_t n = read(told[0], said, sizeof said - 1);
    said[n > 0 ? n : 0] = 0;
    close(told[0]);
}

static const char *name(int n) { return n > 1 ? "many" : "few"; }

int main(int argc, char **argv)
{
    char local[] = "an array";
    int n = 0;
    check_begin(argc, argv);
    listen();
    for (int i = 0; i < 3; i++)
        if (i)
#pragma omp parallel num_threads(1)
        {
#pragma omp error at(execution) severity(warning) message(name(i))
        }
#pragma omp error message(local) severity(warning) at(execution)
#pragma omp error at(execution) severity(warning) message("a literal")
#pragma omp target map(n)
    {
        n++;
#pragma omp error at(execution) severity(warning) message("once: in a region" + n)
    }
    heard();
    CHECK(strstr(said, "few") && strstr(said, "many"), "what a function gives");
    CHECK(strstr(said, "an array") != NULL, "an array");
    CHECK(strstr(said, "a literal") != NULL, "a literal");
    CHECK(strstr(said, "nce: in a region") != NULL, "in a region in place");
    CHECK_INT(n, 1, "the region runs");
    return check_end();
}
