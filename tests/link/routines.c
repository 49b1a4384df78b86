// Which routines make a kernel keep its team's state is what library.def says (and tests/unit/library.c holds that
// against the device library's code): a kernel for each routine of omp.h without parameters.
// RUN: sed -n 's/^[a-z_]* \(omp_[a-z_]*\)(void);.*/\1/p' %include/omp.h > names && test $(wc -l < names) -gt 30
// RUN: sed -n 's/^LIBRARY(\(omp_[a-z_]*\), DEVICE, .*STATE.*/\1/p' %src/src/tables/library.def > state
// RUN: (echo '#include <omp.h>'; echo 'int main(void) { double x[1]; '; while read f; do printf '\n#line %%d "%%s"\n#pragma omp target map(from: x)\nx[0] = %%s();\n' 1 $f $f; done < names; echo 'return 0; }') > all.c
// RUN: %gantry cc --offload-arch=emulated --dump=link all.c -o %t > out
// RUN: while read f; do want=no; ! grep -qx $f state || want=yes; has=no; ! grep -A1 "^kernel .* $f:1 in" out | grep -q 'keeps team state' || has=yes; test $want = $has || { echo "$f: keeps state: $has"; exit 1; }; done < names
