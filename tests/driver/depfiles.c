// LABELS: run
// Dependency files, for a file with device code and for one without.
// RUN: %gantry cc -MD -c %s -o d.o && grep -q '^d.o:.*depfiles.c' d.d && tr -d '\\\n' < d.d | grep -q 'stdio.h.*saxpy.h'
// RUN: %gantry cc -MMD -MF x.dep -MT 'a b' -MP -c %s -o d.o && grep -q '^a b: ' x.dep && ! grep -q stdio.h x.dep && grep -q '^.*saxpy.h:$' x.dep
// RUN: %gantry cc -MMD -MQ '$(objdir)/x.o' -MFy.dep -c %s && grep -qF '$$(objdir)/x.o:' y.dep && test -e depfiles.o
// RUN: %gantry cc -MD %s -o prog -lm && grep -q '^prog:' prog.d && %gantry cc -MD %s && grep -q '^depfiles.o:' depfiles.d
// Names with blanks, dollars and hashes are written as make wants them, which is as clang writes them.
// RUN: mkdir 'a b' && touch 'a b/h $1#2.h' && printf '#include "a b/h $1#2.h"\nint main(void) {\n#pragma omp target\n {}\n return 0; }\n' > 'm $x#y.c' && args() { printf '%%s\n' "$*"; rm -f *.d */*.d; "$@" 'm $x#y.c' && for f in *.d */*.d; do test ! -e "$f" || { echo "$f"; sed 's, /.*,,' "$f"; }; done; }; \
// RUN:   all() { args "$@" -MD -c; args "$@" -MMD -MP -c -o 'o $p#q.o'; args "$@" -MD -MF 'f $d.dep' -c -o 'a b/z.o'; cat 'f $d.dep'; args "$@" -MMD -MQ 'q $r#s' -MT 't $u' -o prog; }; \
// RUN:   all %clang | sed 's,^[^ ]*clang[^ ]*,,' > theirs && all %gantry cc --offload-arch=none | sed 's,^[^ ]*gantry cc --offload-arch=none,,' > ours; grep -v ' /' theirs > a; grep -v ' /' ours | diff a -
// RUN: printf '%%s\n' 'prog: a.c' '	%gantry cc -MMD --offload-arch=none a.c -o prog' '-include prog.d' > Makefile && echo 'int main(void) { return X; }' > a.c && printf '#define X 0\n' > x.h && sed -i '1i#include "x.h"' a.c && make -s && make -q && sleep 0.01 && touch x.h && ! make -q
// RUN: %gantry cc -M %s | tr -d '\\\n' | grep -q '^depfiles.o:.*stdio.h'
// RUN: %gantry cc -MM -MT target %s | grep -q '^target:'
// RUN: %gantry cc -MM -MF m.dep %s && grep -q saxpy.h m.dep
// RUN: printf '#include "h.h"\n' > p.c && touch h.h && %gantry cc -MMD -c p.c -o sub.o && grep -q '^sub.o: p.c h.h' sub.d
// RUN: %gantry cc -MMD -c p.c && grep -q '^p.o: p.c h.h' p.d
// RUN: printf '#include "h.h"\n' > q.cpp && %gantry cc -MMD -c q.cpp && grep -q '^q.o: q.cpp h.h' q.d
// A fragment of a compilation database: our command for each file, which can be run again.
// RUN: printf 'int f(void) { return 0; }\n' > 'f 1.c' && %gantry cc --offload-arch=emulated -DQ='"a\b"' -MJ both.json %s 'f 1.c' -o both && %gantry cc -c -MJone.json 'f 1.c' -o one.o && python3 -c 'import json, subprocess; read = lambda f: json.loads("[" + open(f).read().rstrip(",\n") + "]"); both, (one,) = read("both.json"), read("one.json"); assert [e["file"] == e["arguments"][-3] for e in both] == [True, True] and "output" not in both[0], both; assert one["output"] == "one.o" and "-MJ" not in str(both) and subprocess.run(one["arguments"]).returncode == 0; assert subprocess.run(both[0]["arguments"] + ["f 1.c"], cwd=both[0]["directory"]).returncode == 0'
#include <stdio.h>

#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
