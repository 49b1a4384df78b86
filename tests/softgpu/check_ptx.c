// What `gantry check --ptx` finds: what the strict GPU in software finds is told with the user's line, as text, as a document, and by the status.
// RUN: %not --status 3 %gantry check --ptx %s -- race >%t.race 2>&1 && grep -q "race on byte 4 of a block of device memory (256 bytes)" %t.race && grep -q "check_ptx.c:15$" %t.race && grep -qx "gantry check: 1 finding" %t.race
// RUN: %not --status 3 %gantry check --ptx -fdiagnostics-format=json %s -- race 2>%t.json && grep -q '"id":"GC401".*check_ptx.c","line":15' %t.json
// RUN: %not --status 3 %gantry check --ptx -fdiagnostics-format=sarif %s -- beyond 2>%t.sarif && grep -q '"ruleId":"GC101"' %t.sarif
// RUN: %gantry check --ptx %s -- good 2>&1 | grep -x "gantry check: nothing found; 1 region ran"
// RUN: %not --status 2 %gantry check --ptx %s -- nothing 2>&1 | grep "no target region ran on the GPU in software \[GN0930\]"
// RUN: %not --status 3 %gantry run --softgpu %s -- beyond 2>&1 | grep "softgpu: error 700: store of 4 bytes at .*, byte 256 of a block of 256 bytes"
// RUN: %gantry run --softgpu %s -- race
#include <string.h>
static int a[64];
static void step(int n, int far)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i + far] = far == 1 ? a[i] + 1 : i;
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
    return 0;
}
