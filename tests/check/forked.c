// Processes that a program makes by fork, and that run its regions: what they find is told, once each, and counts, as do
// their regions; whichever way they end.
// RUN: for h in exit _exit alone after; do %gantry check --offload-arch=emulated %s -- $h > %t.$h 2>&1; echo $h $? >> %t.status; done; printf 'exit 3\n_exit 3\nalone 0\nafter 2\n' | cmp - %t.status
// RUN: for h in exit _exit; do grep -c 'GC301' %t.$h; grep 'forked.c:[0-9]*:[0-9]*: gantry: error: the host reads .a.' %t.$h; grep '^gantry check: 1 finding' %t.$h; done | wc -l | grep -qx 6 && test $(grep -c GC301 %t.exit) = 1
// RUN: grep -q 'nothing found; 3 regions ran$' %t.alone && grep -q GN0930 %t.after
// RUN: %not --status 3 %gantry check --offload-arch=emulated --json %s -- _exit 2>%t.err | grep -c '"ruleId": *"GC301"\|"id": *"GC301"' | grep -qx 1
// LABELS: run
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int a[10];

static int region(int wrong)
{
    if (wrong) {
#pragma omp target map(to : a)
        a[3] = 4;
    } else {
#pragma omp target map(tofrom : a)
        a[3] = 4;
    }
    return a[3];
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int status = 0;
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            int n = strcmp(how, "after") ? region(strcmp(how, "alone") != 0) : 0;
            if (n < 0)
                printf("%d\n", n);
            if (strcmp(how, "_exit") == 0)
                _exit(0);
            return 0;
        }
    }
    for (int i = 0, one; i < 3; i++) {
        wait(&one);
        status |= strcmp(how, "alone") == 0 && one;
    }
    return status;
}
