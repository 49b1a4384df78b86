// What `gantry check --ptx` finds: what the strict GPU in software finds is told with the user's line, as text, as a document, and by the status.
// RUN: %not --status 3 %gantry check --ptx %s -- race >%t.race 2>&1 && grep -q "race on byte 4 of variable a (256 bytes)" %t.race && grep -q "check_ptx.c:31$" %t.race && grep -q "^gantry check: 1 finding;" %t.race
// RUN: %not --status 3 %gantry check --ptx -fdiagnostics-format=json %s -- race 2>%t.json && grep -q '"id":"GC401".*check_ptx.c","line":31' %t.json
// RUN: %not --status 3 %gantry check --ptx -fdiagnostics-format=sarif %s -- beyond 2>%t.sarif && grep -q '"ruleId":"GC101"' %t.sarif
// RUN: %gantry check --ptx %s -- good 2>&1 | grep "^gantry check: nothing found; 1 region ran"
// RUN: %not --status 2 %gantry check --ptx %s -- nothing 2>&1 | grep "no target region ran on the GPU in software \[GN0930\]"
// RUN: %not --status 3 %gantry run --softgpu %s -- beyond 2>&1 | grep "softgpu: error 700: store of 4 bytes at .*, byte 256 of a block of 256 bytes: a"
// RUN: %not --status 3 %gantry check --ptx -w %s -- pointer 2>&1 | grep "softgpu: error 700: load of 4 bytes at .*, where the device has no memory: a host address, 8 bytes after what 'p' points to, which is not mapped"
// RUN: %not --status 3 %gantry check --ptx -w -fdiagnostics-format=json %s -- member 2>%t.json && grep -q 'a host address, 4 bytes before what byte 8 of .b. points to, which was not attached","id":"GC102"' %t.json
// RUN: %not --status 3 %gantry check --ptx -w %s -- structure 2>&1 | grep "a host address, 4 bytes after what byte 8 of 'b' points to, which is not mapped"
// RUN: %not --status 3 %gantry check --ptx -w -O0 %s -- local 2>&1 | grep "a host address, 12 bytes after what a variable of gantry_k_.* points to, which is not mapped"
// RUN: %not --status 3 %gantry check --ptx -w %s -- unset 2>&1 | grep "softgpu: error 700: store of 4 bytes at 0x4, where the device has no memory$"
// RUN: %not --status 3 %gantry check --ptx -fdiagnostics-format=json %s -- divide 2>%t.json && grep -q '"id":"GC612".*check_ptx.c","line":[1-9]' %t.json
// RUN: %gantry run --softgpu %s -- divide
// RUN: %not --status 3 %gantry check --ptx -fdiagnostics-format=json %s -- call 2>%t.json && grep -q 'no function","id":"GC613".*check_ptx.c","line":[1-9]' %t.json
// RUN: %gantry run --softgpu %s -- race
// what a report has said needs no more advice, nor a line before a document
// RUN: %not --status 3 %gantry check --ptx %s -- race 2>&1 | %not grep GANTRY_DEVICES=emulated
// RUN: for what in race beside; do %not --status 3 %gantry check --ptx --json %s -- $what >%t.json 2>%t.err && test ! -s %t.err && python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))' %t.json || exit 1; done
// two regions that nothing orders, each carried out by a thread of the host: always told, whichever comes first; where they are ordered, never
// RUN: for i in 1 2; do %not --status 3 %gantry check --ptx %s -- beside >%t.beside 2>&1 && grep -q "race on .*nothing orders two operations" %t.beside && grep -q "^gantry check: 1 finding" %t.beside || exit 1; done
// RUN: %gantry check --ptx %s -- ordered 2>&1 | grep "^gantry check: nothing found; 2 regions ran; fences, atomics or threads of the host decide who comes first: 5 orders of threads were tried"
// REQUIRES: python3
#include <stddef.h>
#include <string.h>
static int a[64];
static void step(int n, int far)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i + far] = far == 1 ? a[i] + 1 : i;
}
struct box {
    long n;
    int *p;
};
static void host_pointers(const char *word)
{
    int *p = a + 1;
    struct box b = {0, a + 1};
    if (!strcmp(word, "pointer")) {
#pragma omp target firstprivate(p) map(from: b)
        b.n = p[2];
    }
    if (!strcmp(word, "member")) {
#pragma omp target map(b)
        b.n = b.p[-1];
    }
    if (!strcmp(word, "structure")) {
#pragma omp target firstprivate(b) map(tofrom: a[:1])
        a[0] = b.p[1];
    }
    if (!strcmp(word, "local")) {
        unsigned low = (unsigned)(unsigned long)p, high = (unsigned)((unsigned long)p >> 32);
#pragma omp target map(tofrom: a[:1])
        {
            int *made = (int *)((unsigned long)high << 32 | low);
            a[0] = made[3];
        }
    }
    p = NULL;
    if (!strcmp(word, "unset")) {
#pragma omp target firstprivate(p)
        p[1] = 0;
    }
}
static void misuse(const char *word, long n)
{
    if (!strcmp(word, "divide")) {
#pragma omp target parallel for map(tofrom: a)
        for (int i = 0; i < 64; i++)
            a[i] = 7 / (int)(n - i);
    }
    if (!strcmp(word, "call")) {
        union {
            void *p;
            int (*f)(int);
        } u = {a};
#pragma omp target firstprivate(u) map(tofrom: a)
        a[0] = u.f(1);
    }
}
static void two_regions(int ordered)
{
    if (ordered) {
#pragma omp target nowait depend(inout: a) map(tofrom: a)
        a[0] = 1;
#pragma omp target nowait depend(inout: a) map(tofrom: a)
        a[0] = 2;
    } else {
#pragma omp target nowait map(tofrom: a)
        a[0] = 1;
#pragma omp target nowait map(tofrom: a)
        a[0] = 2;
    }
#pragma omp taskwait
}
int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "nothing";
    if (!strcmp(word, "race"))
        step(63, 1);
    if (!strcmp(word, "beyond"))
        step(64, 64);
    if (!strcmp(word, "good"))
        step(64, 0);
    if (!strcmp(word, "beside") || !strcmp(word, "ordered")) {
#pragma omp target data map(tofrom: a)
        two_regions(*word == 'o');
    }
    host_pointers(word);
    misuse(word, argc);
    return 0;
}
