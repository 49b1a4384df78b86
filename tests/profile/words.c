// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// Several tables; a second trace, and what is no word and no name, are said once and change nothing else.
// RUN: cd %T && GANTRY_PROFILE=a.txt,b.txt,x.json,y.json,-move %run_emulated32 %t 2>err && cmp a.txt b.txt && grep ' main  *1 .* spmd$' a.txt && python3 %S/Inputs/trace.py x.json launch=1 && ! test -e y.json && grep -c '^gantry: warning: ' err | grep -x 2 && grep "'y.json' is not written: a program writes one trace, and 'x.json' is that" err && grep "GANTRY_PROFILE: there is no '-move'" err
// RUN: cd %T && for w in yes true on 1 -; do GANTRY_PROFILE=$w %run_emulated32 %t 2>err && grep ' main  *1 .* spmd$' err && ! test -e $w || exit 1; done; for w in no off 0; do GANTRY_PROFILE=$w %run_emulated32 %t 2>err && ! test -s err && ! test -e $w || exit 1; done
// A name that cannot be written is said once for each, with the reason.
// RUN: cd %T && mkdir -p folder && GANTRY_PROFILE=folder,none/b.json,a.txt %run_emulated32 %t 2>err && grep -c warning err | grep -x 2 && grep 'GANTRY_PROFILE=folder cannot be written: Is a directory' err && grep 'GANTRY_PROFILE=none/b.json cannot be written: No such file' err && grep ' main  *1 ' a.txt
// No region ran: a profile that says so; a trace of nothing is one, and the report takes it. A child by fork writes none.
// RUN: cd %T && GANTRY_PROFILE=1,n.json %run_emulated32 %t nothing 2>err && grep '^gantry profile: .* in all$' err && grep -x 'no region ran, nothing was copied, no device was used' err && python3 %S/Inputs/trace.py n.json launch=0 && %gantry report n.json >text && %not grep '^cut' text && GANTRY_PROFILE=1 %run_emulated32 %t fork 2>err && grep -c 'in all$' err | grep -x 1
// RUN: cd %T && printf 'int main(void) { return 3; }\n' >plain.c && %gantry profile plain.c 2>err; test $? = 3 && grep 'gantry profile: the program uses nothing of Gantry' err
/* What GANTRY_PROFILE asks for. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int x = 0;
    if (argc > 1 && strcmp(argv[1], "fork") == 0) {
        if (fork() == 0)
            return 0;
        wait(NULL);
    }
    if (argc == 1)
#pragma omp target teams distribute parallel for map(tofrom : x)
        for (int i = 0; i < 1; i++)
            x = 1;
    return 0;
}
