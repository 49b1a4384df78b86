// RUN: cd %T && cp %s program.c && %gantry cc -O1 --offload-arch=emulated program.c -o program && ln program other
// Ranks have files of their own.
// RUN: cd %T && for r in 0 1; do OMPI_COMM_WORLD_RANK=$r GANTRY_PROFILE=a.json,a.txt %run_emulated32 ./program; done && head -1 a.1.txt | grep '^gantry profile, rank 1: '
// RUN: cd %T && PMI_RANK=2 GANTRY_PROFILE=b%r.json %run_emulated32 ./other && SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 GANTRY_PROFILE=c%p.%%.json %run_host ./program && ls c[0-9]*.%.json
// RUN: cd %T && %gantry profile merge a.0.json a.1.json -o all.json && python3 %S/Inputs/trace.py all.json launch=2 host=2 rank=0,1
// What is merged can be merged again; two programs are said.
// RUN: cd %T && %gantry profile merge all.json b2.json -o more.json 2>err && grep "'all.json' is of the program 'program' and 'b2.json' of 'other'" err && python3 %S/Inputs/trace.py more.json launch=3 rank=0,1,2
// RUN: cd %T && %gantry profile merge a.0.json b2.json -o two.json 2>&1 | grep "'a.0.json' is of the program 'program' and 'b2.json' of 'other'" && python3 %S/Inputs/trace.py two.json launch=2
// A process, or a rank, twice: no file.
// RUN: cd %T && for files in 'a.0.json a.0.json@hold the same process' 'a.1.json all.json@hold the same process'; do %not --status 1 %gantry profile merge ${files%@*} -o no.json 2>err && grep "${files#*@}" err && ! test -e no.json || exit 1; done; OMPI_COMM_WORLD_RANK=1 GANTRY_PROFILE=again.json %run_emulated32 ./program && %not --status 1 %gantry profile merge a.0.json a.1.json again.1.json -o no.json 2>err && grep "'a.1.json' and 'again.1.json' both hold rank 1" err && ! test -e no.json
// A file that a formatter has put into one line, or into many, is whole.
// RUN: cd %T && for layout in None 1; do python3 -c 'import json, sys; json.dump(json.load(open("a.1.json")), open("other.json", "w"), indent=eval(sys.argv[1]))' $layout && %gantry profile merge a.0.json other.json -o x.json 2>err && ! test -s err && python3 %S/Inputs/trace.py x.json launch=2 rank=0,1 && %gantry report x.json >text && %not grep '^cut' text || exit 1; done; rm x.json
// A file that ends in the middle keeps its events.
// RUN: cd %T && n=$(grep -n '^],' a.1.json | cut -d: -f1) && head -$((n - 2)) a.1.json >cut.json && head -$((n - 1)) a.1.json | tail -1 | head -c 40 >>cut.json && %gantry profile merge a.0.json cut.json -o x.json 2>err && grep "'cut.json' ends in the middle: .* its sums are missing" err && python3 -c 'import json; e = json.load(open("x.json"))["traceEvents"]; assert sum(x.get("cat") == "launch" and x["ph"] == "X" and x["pid"] in (1, 1001) for x in e) == 2'
// What is no trace, one of another version, two in a file, or not there: a message, status 1, and no output.
// RUN: cd %T && rm -f x.json; sed 's/"gantry_trace":1/"gantry_trace":9/' a.1.json >v.json; cat a.0.json a.1.json >twice.json; echo '{"traceEvents":[]}' >none.json; : >empty.json; for f in v.json@'version 9, and this gantry reads version 1' twice.json@'more than one trace' none.json@'no trace of Gantry' empty.json@'no trace of Gantry' gone.json@'cannot be read: No such file'; do %gantry profile merge a.0.json ${f%@*} -o x.json 2>err; test $? = 1 && grep "^gantry: error: gantry profile merge: '${f%@*}' .*${f#*@}" err && ! test -e x.json || exit 1; done
// RUN: cd %T && %not %gantry profile merge a.0.json -o gone/x.json 2>&1 | grep "'gone/x.json' cannot be written" && for words in 'a.0.json@o is missing' '-o x.json@no files' '--deep -o x.json@is no option'; do %gantry profile merge ${words%@*} 2>err; test $? = 2 && grep "${words#*@}" err || exit 1; done
// Clocks of machines that differ: all begin together. A clock that jumps back while the program runs.
// RUN: cd %T && sed 's/"began":17/"began":18/' a.1.json >late.json && %gantry profile merge late.json a.0.json -o x.json 2>err && grep "'late.json' began [0-9]* s after 'a.0.json' had ended: .*All are placed at the same beginning" err && python3 -c 'import json; assert max(e["ts"] for e in json.load(open("x.json"))["traceEvents"] if "ts" in e) < 1e9'
// RUN: cd %T && %clang -shared -fPIC %S/Inputs/jumping_clock.c -o jump.so && LD_PRELOAD=$PWD/jump.so GANTRY_PROFILE=j.json,j.txt %run_emulated32 ./program && python3 -c 'import json; j = json.load(open("j.json")); assert all(e["ts"] >= 0 and e["dur"] >= 0 for e in j["traceEvents"] if e["ph"] == "X") and len(j["profiles"][0]["rows"]) > 4' && grep 'program.c:[0-9]* main  *1 ' j.txt && grep 'the clock went back, [0-9]* times: ' j.txt && grep '"clock_jumps":[1-9]' j.json && %gantry report j.json | grep 'the clock went back'
// RUN: cd %T && %run_emulated32 ./program >want; status=$?; for how in back ahead zero still; do JUMP=$how LD_PRELOAD=$PWD/jump.so GANTRY_PROFILE=j.json,j.txt %run_emulated32 ./program >got; test $? = $status && cmp want got && python3 -c 'import json; j = json.load(open("j.json")); assert all(e["ts"] >= 0 and e["dur"] >= 0 for e in j["traceEvents"] if e["ph"] == "X") and len(j["profiles"][0]["rows"]) > 4 and all(r["total"] >= 0 for r in j["profiles"][0]["rows"])' && grep 'program.c:[0-9]* main  *1 ' j.txt && %not grep -i -e nan -e ' inf' j.txt && %gantry report j.json >r.txt && %gantry report j.json -o r.html || exit 1; case $how in back | zero) grep 'the clock went back' r.txt;; *) %not grep 'the clock' r.txt;; esac || exit 1; done
// A file that another process writes is left to it; a child by fork writes nothing.
// RUN: cd %T && GANTRY_PROFILE=s.json %run_emulated32 ./program again 2>err; test $? = 7 && grep 'GANTRY_PROFILE=s.json is being written by another process; this one writes s.[0-9]*.json' err && for f in s.json s.[0-9]*.json; do python3 %S/Inputs/trace.py $f launch=1 || exit 1; done
// RUN: cd %T && GANTRY_PROFILE=f.json,f.txt %run_emulated32 ./program fork && python3 %S/Inputs/trace.py f.json launch=1
// A failed assertion on the device, a fault of a kernel: the files are written, and the status is the program's own.
// RUN: cd %T && for how in assert fault; do rm -f d.*; %run_emulated32 ./program $how 2>err; status=$?; GANTRY_PROFILE=d.json,d.txt %run_emulated32 ./program $how 2>err; test $? = $status && test $status != 0 && python3 %S/Inputs/trace.py d.json host=1 && grep 'allocate' d.txt || exit 1; done
// A disk that is full.
// RUN: cd %T && GANTRY_PROFILE=/dev/full,- %run_emulated32 ./program again2 2>err; test $? = 7 && grep 'GANTRY_PROFILE=/dev/full cannot be written: No space left on device' err
/* Profiles of several processes, files that cannot be, and ways in which programs end. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static double a[100];

static void end_by(const char *how, const char *program)
{
    char command[600];
    if (strcmp(how, "again") == 0) {
        snprintf(command, sizeof command, "%s", program);
        exit(system(command) ? 1 : 7);
    }
    if (strcmp(how, "again2") == 0)
        exit(7);
    if (strcmp(how, "fork") == 0) {
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, NULL, 0);
        return;
    }
    int fault = strcmp(how, "fault") == 0;
#pragma omp target map(tofrom : a)
    {
        assert(fault);
        *(volatile int *)8 = 1;
    }
}

int main(int argc, char **argv)
{
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (int i = 0; i < 100; i++)
        a[i] += 1;
#pragma omp target if (0)
    a[0] = 0;
    if (argc > 1)
        end_by(argv[1], argv[0]);
    return 0;
}
