// gantry_check.h for programs of any compiler (this one is old C and C++, too): gcc, clang and g++ record and compare.
// LABELS: run
// RUN: echo '#include "gantry_check.h"' >h.c && gcc -std=c89 -pedantic-errors -Wall -Wextra -Werror -I%include -fsyntax-only h.c
// RUN: gcc -std=gnu89 -Wdeclaration-after-statement -Wall -Wextra -Werror -I%include %s -o g -L%lib -lgantry_check -Wl,-rpath,%lib -lpthread
// RUN: %clang -std=gnu11 -Wall -Wextra -Werror -I%include %s -o c -L%lib -lgantry_check -Wl,-rpath,%lib -lpthread
// RUN: ln -s %s p.cpp && g++ -Wall -Wextra -Werror -I%include p.cpp -o p -L%lib -lgantry_check -Wl,-rpath,%lib -lpthread
// RUN: gcc -DGANTRY_CHECK_OFF -Wall -Wextra -Werror -I%include %s -o off -lpthread && ./off good
// Nothing is done without the variable; else the runs of all three are one recording's.
// RUN: ./g good && ! ls | grep -q h5
// RUN: GANTRY_GOLDEN=record:a.h5 ./g good 2>err && grep -q "^gantry golden: recorded 34 checkpoints in a.h5" err
// RUN: for p in c p; do GANTRY_GOLDEN=compare:a.h5,strict ./$p good 2>err || exit 1; grep -q "34 checkpoints compared with a.h5: 34 equal, 0 within tolerance, 0 differing" err || exit 2; done
// RUN: %gantry cc %s -o v -lgantry_check -lpthread && GANTRY_GOLDEN=compare:a.h5,strict ./v good 2>err && grep -q "34 equal" err
// The first difference comes first; status 3, unless a signal ended it. Tolerances.
// RUN: GANTRY_GOLDEN=compare:a.h5,report=r ./p wrong; test $? = 3 && %FileCheck --input-file=r %s
// CHECK: gantry golden: step/u, check 3: 'u' differs from a.h5; this is the first checkpoint that differs
// CHECK-NEXT: u[3][1]: now 6.5, recorded 6 (off by 0.5, 8.33 %, 562949953421312 ULP)
// CHECK: gantry golden: step/flux/z, check 3: 'z' differs from a.h5
// CHECK-NEXT: z[4] (imaginary part): now -4, recorded 4 (off by 8, 200 %,
// CHECK: gantry golden: step/u, check 4
// CHECK: gantry golden: 34 checkpoints compared with a.h5: 27 equal, 0 within tolerance, 7 differing
// RUN: printf 'region step variable u abs=0.5 # so far\nregion step/flux variable z abs=8\nvariable big abs=1\n' >t; GANTRY_GOLDEN=compare:a.h5,tolerance=t ./c wrong 2>err && grep -q "27 equal, 7 within tolerance, 0 differing" err && grep -q "t:2: used for 3 elements" err
// Limits of what is recorded, and of what is compared
// RUN: GANTRY_GOLDEN=record:b.h5,region=step/flux,every=2 ./g good 2>err && %gantry golden show b.h5 >out && grep -q "step/flux/z: 3 checks, 1 to 5" out && ! grep -q "step/u" out
// RUN: GANTRY_GOLDEN=compare:b.h5 ./c good 2>err && grep -q "3 checkpoints compared" err && grep -q "31 checkpoints are not in the recording" err
// RUN: GANTRY_GOLDEN=compare:a.h5 ./c short 2>err && grep -q "6 checkpoints of the recording were not reached" err && grep -q "step/u: 2, from check 4 on" err
// RUN: GANTRY_GOLDEN=compare:a.h5,region=none,strict ./c good 2>err; test $? = 2 && grep -q "nothing was compared: a.h5 has none of the checkpoints of this run (it was made by .*/g)" err
// RUN: GANTRY_GOLDEN=record:s.h5,sample=100,region=big ./g good 2>err && %gantry golden show s.h5 | grep -q "double\[20000\], each 100. element, 1600 bytes" && GANTRY_GOLDEN=compare:s.h5 ./c wrong 2>err; test $? = 3 && grep -q "big\[300\]: now 1, recorded 0 (off by 1," err
// RUN: GANTRY_GOLDEN=record:l.h5,limit=5k ./g good 2>err && grep -q "error: l.h5: limit=5120 is reached; recording ends here" err && %gantry golden show l.h5 >/dev/null
// Of the ends that no handler of exit sees, quick_exit keeps summary and status; _exit keeps what was recorded
// RUN: printf '#include <gantry_check.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int n, char **a) { double x = n; gantry_check(&x, GANTRY_F64, 1, "x"); if (**++a == 113) quick_exit(4); sleep(1); _exit(5); (void)a; }' >e.c && gcc -I%include e.c -o e -L%lib -lgantry_check -Wl,-rpath,%lib
// RUN: GANTRY_GOLDEN=record:e.h5 ./e q 2>err; test $? = 4 && grep -q "recorded 1 checkpoint" err && GANTRY_GOLDEN=compare:e.h5 ./e q again 2>err; test $? = 3 && grep -q "1 differing" err || { cat err; exit 1; }
// Mistakes
// RUN: for w in rec:x record: compare:none.h5 record:a.h5 record:x,evry=2 record:x,every=0 record:x,limit=2x record:x,strict compare:a.h5,force compare:a.h5,tolerance=none compare:a.h5,report=/none/r; do GANTRY_GOLDEN=$w ./g good; test $? = 1 || exit 1; done 2>err
// RUN: %FileCheck --check-prefix=MISTAKES --input-file=err %s
// MISTAKES: gantry: error: GANTRY_GOLDEN: 'rec:x' is neither record:FILE nor compare:FILE
// MISTAKES-NEXT: 'record:' names no file
// MISTAKES-NEXT: gantry: error: none.h5 cannot be read: No such file
// MISTAKES-NEXT: gantry: error: a.h5: exists already; 'force' overwrites it
// MISTAKES-NEXT: 'evry=2' is none of region=FUNCTION:LINE, inputs, outputs, every=N
// MISTAKES-NEXT: every=0 is not a number from 1 up
// MISTAKES-NEXT: limit=2x is not a number
// MISTAKES-NEXT: strict and tolerance= are for compare:
// MISTAKES-NEXT: limit=, sample= and force are for record:
// MISTAKES-NEXT: tolerance=none cannot be read: No such file
// MISTAKES-NEXT: report=/none/r cannot be written: No such file
// RUN: printf '\nvariable u abs=ten\n' >t; GANTRY_GOLDEN=compare:a.h5,tolerance=t ./g good 2>err; test $? = 1 && grep -q "GANTRY_GOLDEN: t:2: 'abs=ten': 'ten' is not a number" err
// RUN: GANTRY_GOLDEN=record:e.h5 ./g misuse 2>err && %FileCheck --check-prefix=MISUSE --input-file=err %s
// MISUSE: gantry_check: the array is a null pointer
// MISUSE-NEXT: gantry_check: there is no such type, or not 1 to 8 dimensions
// MISUSE-NEXT: gantry_check: an array needs a name
// MISUSE-NEXT: gantry_check: an array is larger than memory can be
// MISUSE-NEXT: gantry_check_end: no scope was begun
// MISUSE-NEXT: gantry_check_begin: a scope needs a name
// MISUSE-NEXT: GANTRY_GOLDEN is set, and the program reached no checkpoint
// RUN: GANTRY_GOLDEN=compare:a.h5,strict ./g misuse 2>err; test $? = 2
// A foreign HDF5 file; and HDF5's own tools read ours
// RUN: /usr/bin/python3 -c "import h5py; h5py.File('other.h5', 'w')['u'] = 3" && GANTRY_GOLDEN=compare:other.h5 ./g good 2>err; test $? = 1 && grep -q "other.h5 is an HDF5 file, but no recording of a golden run$" err && ! grep -q HDF5-DIAG err
// So does what earlier versions of the format hold
// RUN: GANTRY_GOLDEN=compare:%S/Inputs/version1.h5,strict ./g good 2>err && grep -q "34 checkpoints compared with .*/version1.h5: 34 equal, 0 within tolerance, 0 differing" err && %gantry golden diff a.h5 %S/Inputs/version1.h5 | grep -q "34 equal"
// RUN: cp a.h5 v.h5 && /usr/bin/python3 -c "import h5py; h5py.File('v.h5', 'r+').attrs.modify('version', 3)" && GANTRY_GOLDEN=compare:v.h5 ./g good 2>err; test $? = 1 && grep -q "v.h5 is a recording of another version of Gantry$" err
// Damaged values are no difference, and no success
// RUN: cp a.h5 d.h5 && /usr/bin/python3 -c "import h5py; at = h5py.File('d.h5')['values/i4'].id.get_chunk_info(0).byte_offset; f = open('d.h5', 'r+b'); f.seek(at); b = f.read(1); f.seek(at); f.write(bytes([b[0] ^ 4]))"; GANTRY_GOLDEN=compare:d.h5 ./g good 2>err; test $? = 1 && grep -q "error: d.h5 is damaged: [0-9]* bytes of values/i4 cannot be read" err && grep -q "checkpoints* w[aser]* not compared: the recording is damaged" err && grep -q " 0 differing" err
// RUN: sed -n '/^```python$/,/^```$/p' %src/docs/golden.md | sed '/^```/d' >read.py && /usr/bin/python3 read.py a.h5 step/u 3 >out && grep -q "6" out && wc -l <out | grep -q '^[1-9]'
// Crashes: what came before reads back. A signal stays one. A child writes nothing.
// RUN: ulimit -c 0; for how in abort segv term; do rm -f k.h5; GANTRY_GOLDEN=record:k.h5 ./g $how 2>err; test $? -gt 128 || exit 1; %gantry golden show k.h5 >out && grep -q "step/u: 5 checks" out && grep -q "was not ended" out || exit 2; done
// A recording that is overwritten leaves no segments, though its first one is gone
// RUN: cp k.h5 k.h5.2 && /usr/bin/python3 -c "import h5py; h5py.File('k.h5.2', 'r+').attrs.modify('segment', 2)" && rm k.h5 && GANTRY_GOLDEN=record:k.h5 ./g abort 2>err; test $? = 1 && grep -q "k.h5.2: exists already, a segment of another recording" err && GANTRY_GOLDEN=record:k.h5,force ./g abort 2>err; ! test -e k.h5.2 && %gantry golden show k.h5 | grep -q "step/u: 5 checks"
// RUN: mkfifo pipe.h5 && ln -s /dev/null null.h5 && for f in pipe null; do for w in record:$f.h5,force record:$f.h5 compare:$f.h5; do GANTRY_GOLDEN=$w timeout 20 ./g good 2>err; grep -q "$f.h5:* is not a file" err || exit 1; done; done; test -p pipe.h5 && test -L null.h5 && test -c /dev/null
// RUN: rm -f k.h5; GANTRY_GOLDEN=record:k.h5 ./g kill 2>err; test $? = 137 && %gantry golden show k.h5 >out && grep -q "step/u: 5 checks" out
// RUN: GANTRY_GOLDEN=record:f.h5 ./g fork 2>err && grep -q "recorded 17 checkpoints" err && test $(grep -c recorded err) = 1
// RUN: GANTRY_GOLDEN=record:t.h5 ./g threads 2>err && grep -q "recorded 8000 checkpoints" err && GANTRY_GOLDEN=compare:t.h5 ./c threads 2>err && grep -q "8000 equal" err
// A file for each rank
// RUN: for r in 0 1; do OMPI_COMM_WORLD_RANK=$r GANTRY_GOLDEN=record:m.h5 ./g good 2>err || exit 1; done; test -f m.h5.rank1 && ! test -f m.h5 && OMPI_COMM_WORLD_RANK=1 GANTRY_GOLDEN=compare:m.h5 ./g good 2>err && grep -q "34 equal" err
// The tool
// RUN: GANTRY_GOLDEN=record:w.h5 ./g wrong 2>err && %gantry golden diff a.h5 w.h5 --tolerance=/dev/null >out; test $? = 3 && grep -q "u\[3\]\[1\]: test 6.5, reference 6 " out && grep -q "34 checkpoints compared: 27 equal, 0 within tolerance, 7 differing" out
// RUN: %gantry golden diff a.h5 a.h5 | grep -q "34 equal" && %not --status 2 %gantry golden diff a.h5 w.h5 --region none | grep -q "share no checkpoint that was asked for"
// RUN: %gantry golden diff a.h5 w.h5 --metric --bar 0.08 --region step/u --plot e.svg >out; test $? = 3 && grep -q "^FAIL  step/u: at most 0.0882, in check 3, layer 3 of 4; above 0.08 in 1 of 5$" out && grep -c "<circle" e.svg | grep -q 1 && /usr/bin/python3 -c "import xml.dom.minidom as x; x.parse('e.svg')"
// RUN: %gantry golden diff a.h5 w.h5 --metric --bar 0.2 --region step/u --layer 1 | grep -q "^pass  step/u: at most 0.167, in check 3, layer 1 of 3$"
// RUN: %not --status 1 %gantry golden diff a.h5 w.h5 --metric --plot e.svg 2>&1 | grep -q "e.svg exists already; --force overwrites it"
// RUN: %gantry golden trim a.h5 -o b1.h5 --launch 2..3 --region step | grep -q "4 checkpoints in b1.h5" && %gantry golden trim a.h5 -o b2.h5 --launch 3..4 --region step >/dev/null && %gantry golden merge b1.h5 b2.h5 -o b3.h5 >out && grep -q "6 checkpoints in b3.h5" out && grep -q "2 checkpoints were there twice" out && %gantry golden diff a.h5 b3.h5 | grep -q "6 equal"
// RUN: %not --status 1 %gantry golden merge a.h5 w.h5 -o b4.h5 2>&1 | grep -q "a.h5 and w.h5 both hold check 3 of step/u, with other values" && ! test -f b4.h5
// RUN: %gantry golden merge m.h5.rank0 m.h5.rank1 -o ranks.h5 --ranks && %gantry golden show ranks.h5 | grep -q "rank1/step/u: 5 checks"
// RUN: printf 'region step variable u abs=0.5\n' >t; for r in 0 1; do OMPI_COMM_WORLD_RANK=$r GANTRY_GOLDEN=compare:ranks.h5,strict ./g good 2>err && grep -q "34 checkpoints compared with ranks.h5: 34 equal, 0 within tolerance, 0 differing$" err && ! grep -q "not reached" err || { cat err; exit 1; }; OMPI_COMM_WORLD_RANK=$r GANTRY_GOLDEN=compare:ranks.h5,tolerance=t ./g wrong 2>err; test $? = 3 && grep -q "rank$r/step/u, check" err && grep -q "[1-9] within tolerance" err || { cat err; exit 1; }; done
// RUN: OMPI_COMM_WORLD_RANK=7 GANTRY_GOLDEN=compare:ranks.h5,strict ./g good 2>err; test $? = 2 && grep -q "nothing was compared: ranks.h5 has none" err || { cat err; exit 1; }
// RUN: %not --status 1 %gantry golden trim a.h5 -o a.h5 2>&1 | grep -q "names a file that is read"; %not --status 1 %gantry golden trim a.h5 -o w.h5 2>&1 | grep -q "w.h5 exists already"
// RUN: for o in ./a.h5 link.h5 a.h5.2; do ln -sf a.h5 link.h5; cp a.h5 kept; %not --status 1 %gantry golden trim a.h5 -o $o --force 2>&1 | grep -q "names a file that is read" && cmp a.h5 kept && ! test -e a.h5.2 || exit 1; done
// One document, as of the compiler
// RUN: for f in json sarif; do %gantry golden diff a.h5 w.h5 --format $f >d.$f; test $? = 3 && python3 -m json.tool d.$f >p.$f && test "$(grep -c "differs from a.h5" p.$f)" = 7 && grep -q "34 checkpoints compared: 27 equal" p.$f || { cat d.$f; exit 1; }; done; %gantry golden diff a.h5 a.h5 --format=json | grep -q '"kind":"remark","message":"34 checkpoints compared: 34 equal' && %not --status 2 %gantry golden diff a.h5 a.h5 --format xml 2>&1 | grep -q "xml: it is none of"
// RUN: echo 'type double rel=1' >t && %gantry golden diff a.h5 w.h5 --tolerance t | grep -q "the largest of what was tolerated: step/.*: test .*, reference .* allowed by line 1"; printf '\0x\n' >t; %not --status 1 %gantry golden diff a.h5 w.h5 --tolerance t 2>&1 | grep -q "^t:1: .*this is no text"
// RUN: %not --status 2 %gantry golden show a.h5 --values none 2>&1 >/dev/null | grep -q "no array 'none' is in these checkpoints"
// RUN: %gantry golden show a.h5 --values z --launch 2 >out && grep -q "z\[4\] (imaginary part) = 4$" out
// RUN: for w in shw "show" "show a.h5 b.h5" "show a.h5 --bar 1" "diff a.h5 w.h5 --plot x" "trim a.h5" "show a.h5 --launch 0" "show a.h5 --every"; do %gantry golden $w; test $? = 2 || exit 1; done 2>err; test $(grep -c "gantry help golden says more" err) = 8
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gantry_check.h"

static double u[4][3], big[20000];
static float z[10];
static int ids[5];
static unsigned char flags[3];

static void steps(int n, int wrong)
{
    size_t dims[2];
    int step, i;
    dims[0] = 4, dims[1] = 3;
    for (step = 1; step <= n; step++) {
        for (i = 0; i < 12; i++)
            u[i / 3][i % 3] = i * step / 5;
        for (i = 0; i < 10; i++)
            z[i] = (float)(i * step / 2 % 5);
        z[9] = 4;
        if (step >= 3 && wrong)
            u[3][1] += 0.5, z[9] = -4;
        gantry_check_begin("step");
        gantry_check_array(u, GANTRY_F64, "u", 2, dims);
        gantry_check_begin("flux");
        gantry_check(z, GANTRY_C64, 5, "z");
        gantry_check_end();
        gantry_check_end();
        gantry_check(ids, GANTRY_I32, 5, "ids");
    }
    big[300] = wrong;
    gantry_check(flags, GANTRY_BYTES, 3, "flags");
    gantry_check(big, GANTRY_F64, 20000, "big");
}

/* One of each type, and things that come once */
static void others(void)
{
    static const struct {
        enum gantry_check_type type;
        const char *name;
    } types[] = {{GANTRY_F32, "f32"}, {GANTRY_F80, "f80"},   {GANTRY_I8, "i8"},   {GANTRY_I16, "i16"},
                 {GANTRY_I64, "i64"}, {GANTRY_U8, "u8"},     {GANTRY_U16, "u16"}, {GANTRY_U32, "u32"},
                 {GANTRY_U64, "u64"}, {GANTRY_C128, "c128"}, {GANTRY_BOOL, "b"}};
    size_t i;
    for (i = 0; i < sizeof types / sizeof types[0]; i++)
        gantry_check(big + 1000, types[i].type, 7, types[i].name);
    gantry_check(big, GANTRY_F64, 0, "nothing");
    for (i = 0; i < 5; i++)
        gantry_check(&i, GANTRY_BYTES, sizeof i, "i");
}

static void misuse(void)
{
    size_t huge[2];
    huge[0] = huge[1] = (size_t)1 << 40;
    gantry_check(NULL, GANTRY_F64, 3, "null");
    gantry_check(u, (enum gantry_check_type)99, 3, "type");
    gantry_check(u, GANTRY_F64, 3, "");
    gantry_check_array(u, GANTRY_F64, "huge", 2, huge);
    gantry_check_end();
    gantry_check_begin("");
    gantry_check_end();
}

static void *thread(void *number)
{
    char name[16];
    long i;
    sprintf(name, "thread%d", *(int *)number);
    gantry_check_begin(name);
    for (i = 0; i < 1000; i++)
        gantry_check(&i, GANTRY_I64, 1, "i");
    gantry_check_end();
    return NULL;
}

static void threads(void)
{
    pthread_t t[8];
    int i, numbers[8];
    for (i = 0; i < 8; i++) {
        numbers[i] = i;
        pthread_create(&t[i], NULL, thread, &numbers[i]);
    }
    for (i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int i;
    if (strcmp(what, "misuse") == 0)
        misuse();
    else if (strcmp(what, "threads") == 0)
        threads();
    else
        steps(strcmp(what, "short") == 0 ? 3 : 5, strcmp(what, "wrong") == 0);
    if (strcmp(what, "good") == 0 || strcmp(what, "short") == 0 || strcmp(what, "wrong") == 0)
        others();
    if (strcmp(what, "abort") == 0)
        abort();
    if (strcmp(what, "segv") == 0)
        raise(SIGSEGV);
    if (strcmp(what, "term") == 0)
        raise(SIGTERM);
    if (strcmp(what, "fork") == 0) {
        if (fork() == 0) {
            steps(2, 1);
            exit(0);
        }
        wait(NULL);
    }
    if (strcmp(what, "kill") == 0) {
        struct stat st;
        enum { EMPTY = 4096 }; /* a recording without checkpoints is smaller */
        for (i = 0; i < 1000 && stat("k.h5", &st) == 0 && st.st_size < EMPTY; i++) {
            gantry_check(&i, GANTRY_I32, 1, "slow"); /* as a program that has other things to do */
            usleep(20000);
        }
        raise(SIGKILL);
    }
    return 0;
}
