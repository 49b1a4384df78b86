// RUN: %not --status 3 %gantry check -I %src/include %s %S/finder.c 2>%t.err && %FileCheck --check-prefix=TEXT %s <%t.err && test $(grep -c "GC401" %t.err) = 1
// RUN: sed -n '/^--- /,$p' %t.err >%t.patch && cp %s copy.c && patch -s copy.c %t.patch && { diff %s copy.c || true; } | %FileCheck --check-prefix=PATCH %s
// RUN: for f in json sarif; do %not --status 3 %gantry check -I %src/include -fdiagnostics-format=$f %s %S/finder.c 2>%t.$f && /usr/bin/python3 %S/documents.py $f %t.$f || exit 1; done
// RUN: %not --status 3 %gantry check -I %src/include -fdiagnostics-format=sarif %s %S/finder.c -- none 2>%t.none; /usr/bin/python3 %S/documents.py sarif %t.none
// RUN: GANTRY_CHECK=none %gantry check -I %src/include %s %S/finder.c -- quiet 2>%t.err; grep -q "nothing found; 1 region ran" %t.err
// RUN: %not --status 1 env GANTRY_CHECK=bonds %gantry check -I %src/include %s %S/finder.c -- quiet 2>&1 | grep -q "'bonds' is none of all, none, bounds"
// RUN: %not --status 2 %gantry check -I %src/include %s %S/finder.c -- quiet idle 2>&1 | grep -q "nothing was checked.* \[GN0930\]" && %not --status 2 %gantry check -I %src/include -fdiagnostics-format=sarif %s %S/finder.c -- quiet idle 2>&1 | grep -q '"ruleId":"GN0930"'
// RUN: %not --status 7 %gantry check -I %src/include %s %S/finder.c -- quiet 1 2 3 4 5 6 2>/dev/null
/* What becomes of findings: told once each, kept for documents, with edits as a patch; the exit status. */
#include <string.h>

void find(const char *file, int directive, int times); /* finder.c */

int main(int argc, char **argv)
{
    int a[4] = {0};
    if (argc < 3 || strcmp(argv[2], "idle"))
#pragma omp target \
    device(0) // a comment
    {
        a[0] = 1;
        a[2] = 2;
    }
    if (argc == 1 || strcmp(argv[1], "quiet"))
        find(__FILE__, 18, 3);
    return argc > 3 ? argc - 1 : 0;
}
// TEXT: findings.c:12:3: gantry: error: a 'quoted' text with "marks", a\backslash and ümlaut [GC401]
// TEXT-NEXT: {{^}}  one line
// TEXT-NEXT: {{^}}  another line
// TEXT-NEXT: {{^}}  an advice
// TEXT-NEXT: {{^}}gantry: warning: without a place [GC610]
// TEXT: gantry check: 7 findings; this might mend what has just one mend:
// TEXT-NEXT: --- {{.*}}findings.c
// PATCH: 19c19
// PATCH-NEXT: <     device(0) // a comment
// PATCH: >     device(0) map(tofrom : a) // a comment
// PATCH: 21c21,22
// PATCH-NEXT: <         a[0] = 1;
// PATCH: >         a[1] = 1;
// PATCH-NEXT: >         #pragma omp barrier
