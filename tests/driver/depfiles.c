// LABELS: run
// Dependency files, for a file with device code and for one without.
// RUN: %gantry cc -MD -c %s -o d.o && grep -q '^d.o:.*depfiles.c' d.d && tr -d '\\\n' < d.d | grep -q 'stdio.h.*saxpy.h'
// RUN: %gantry cc -MMD -MF x.dep -MT 'a b' -MP -c %s -o d.o && grep -q '^a b: ' x.dep && ! grep -q stdio.h x.dep && grep -q '^.*saxpy.h:$' x.dep
// RUN: %gantry cc -MMD -MQ '$(objdir)/x.o' -MFy.dep -c %s && grep -qF '$$(objdir)/x.o:' y.dep && test -e depfiles.o
// RUN: %gantry cc -MD %s -o prog -lm && grep -q '^depfiles.o:' depfiles.d
// RUN: %gantry cc -M %s | tr -d '\\\n' | grep -q '^depfiles.o:.*stdio.h'
// RUN: %gantry cc -MM -MT target %s | grep -q '^target:'
// RUN: %gantry cc -MM -MF m.dep %s && grep -q saxpy.h m.dep
// RUN: printf '#include "h.h"\n' > p.c && touch h.h && %gantry cc -MMD -c p.c -o sub.o && grep -q '^sub.o: p.c h.h' sub.d
// RUN: %gantry cc -MMD -c p.c && grep -q '^p.o: p.c h.h' p.d
// RUN: printf '#include "h.h"\n' > q.cpp && %gantry cc -MMD -c q.cpp && grep -q '^q.o: q.cpp h.h' q.d
#include <stdio.h>

#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
