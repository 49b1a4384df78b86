// LABELS: run
// Which variable, how far from it, and on which line of the user's: memory of teams, of malloc, below a block, in the device's library.
// RUN: %gantry check --ptx %s -- good >%t.good 2>&1 && grep -q "^gantry check: nothing found; 1 region ran" %t.good
// RUN: tells() { %not --status 3 %gantry check --ptx -w $1 %s -- $2 >%t.$2 2>&1 && grep -q "$3" %t.$2 && grep -qE "told.c:$(grep -n "/\* $2 \*/" %s | cut -d: -f1)( |\$)" %t.$2 || { cat %t.$2; exit 1; }; }; for o in -O0 -O2; do \
// RUN:   tells $o team "at byte 256 of the shared variable 't', which has 256 bytes"; tells $o before " 4 bytes before a block of malloc of 40 bytes"; tells $o head " 16 bytes before a block of malloc of 40 bytes"; \
// RUN:   tells $o behind "byte 40 of a block of malloc of 40 bytes"; tells $o freed "byte 4 of a block of malloc of 40 bytes that was freed"; tells $o twice "which malloc did not give, or which was freed before"; \
// RUN:   tells $o inner "which malloc did not give"; tells $o below " 4 bytes before a block of 80 bytes: a"; tells $o atomic "byte 80 of a block of 80 bytes: a"; tells $o filled "byte 80 of a block of 80 bytes: a"; tells $o length "byte 8 of a block of 8 bytes: text"; done
// RUN: %not --status 3 %gantry check --ptx -w %s -- full 2>&1 | grep "store of 4 bytes at 0x4, where the device has no memory: a malloc had found no memory left"
// RUN: for o in -O0 -O2; do %gantry cc $o -w -g --offload-arch=sm_70 %s -o %t && GANTRY_SOFTGPU_STRICT=2 %gantry run --softgpu -w $o %s -- good || exit 1; done
// Sharply, stores of one value race, too, and that they have one is said; of the device runtime's variables it is not told.
// RUN: for o in -O0 -O2; do GANTRY_SOFTGPU_STRICT=2 %not --status 3 %gantry check --ptx -w $o %s -- alike >%t.alike 2>&1 && grep -q "both have the same value there: with GANTRY_SOFTGPU_STRICT=1 that is let pass" %t.alike && %not grep -q __gd_ %t.alike && %gantry check --ptx -w $o %s -- alike || exit 1; done
// RUN: %not --status 3 %gantry run --softgpu -g0 -w %s -- behind 2>&1 | grep "compiled with -g, it would have the lines of the source"
#include <stdlib.h>
#include <string.h>
static int a[20];
static char text[8];
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
#define IS(name) (strcmp(what, #name) == 0)
    int team = IS(team), before = IS(before), head = IS(head) ? 4 : 0, behind = IS(behind) ? 10 : 0, freed = IS(freed);
    int twice = IS(twice), inner = IS(inner), below = IS(below), atomic = IS(atomic) ? 20 : 0, full = IS(full);
    int filled = IS(filled), length = IS(length), alike = IS(alike), r = 0;
    memset(text, length ? 'x' : 0, sizeof text);
#pragma omp target teams num_teams(1) map(tofrom: a, r) map(to: text)
    {
        int t[64], u[64];
        int *p = malloc(40);
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            t[i] = u[i] = 7;
#pragma omp parallel for
        for (int i = 0; i < 64 + team; i++)
            t[i] = 1000 + i; /* team */
        for (int i = 0; i < 10; i++)
            p[i] = i;
        if (before)
            p[-before] = 77; /* before */
        if (head)
            p[-head] = 77; /* head */
        if (behind)
            p[behind] = 77; /* behind */
        a[-below] = 5; /* below */
        if (alike)
#pragma omp parallel num_threads(2)
            a[1] = 3; /* alike */
        if (atomic)
#pragma omp atomic
            a[atomic]++; /* atomic */
        memset(a, 0, sizeof a + filled); /* filled */
        r = t[3] + u[0] + p[3] + (int)strlen(text); /* length */
        if (inner)
            free(p + 1); /* inner */
        free(p);
        if (twice)
            free(p); /* twice */
        if (freed)
            p[1] = 2; /* freed */
        if (full) {
            volatile int *q = malloc((size_t)1 << 38);
            q[1] = 2;
        }
    }
    return r != 1003 + 7 + 3;
}
