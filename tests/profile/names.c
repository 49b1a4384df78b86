// Names that a terminal would obey; calls that the compiler unrolled; bytes that nobody knows.
// RUN: cd %T && n=$(printf 'e\033[31m\302\233x.c') && cp %s "$n" && %gantry cc -O2 -g --offload-arch=emulated "$n" -o prog && GANTRY_PROFILE=p.txt,p.json %run_emulated32 ./prog && %gantry report p.json >p.report && %gantry report p.json -o p.html && for f in p.txt p.json p.report p.html; do %not grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' $f || exit 1; done
// RUN: cd %T && grep -F 'e\x1b[31m\x9bx.c' p.txt && grep -F 'e\x1b[31m' p.report && python3 -c 'import json; assert any("\x1b[31m" in (r.get("file") or "") for r in json.load(open("p.json"))["profiles"][0]["rows"])'
// RUN: cd %T && %FileCheck %s <p.txt
#include <omp.h>

int main(void)
{
    double a[8] = {0};
    int d = omp_get_default_device(), h = omp_get_initial_device();
    double *p = omp_target_alloc(sizeof a, d);
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++)
        omp_target_memcpy(p, a, sizeof a, 0, 0, d, h);
#pragma omp target is_device_ptr(p)
    p[0] = 1;
    omp_target_free(p, d);
    return 0;
}
// CHECK-DAG: x.c:14 main {{ *}}4 {{.*}} 256 B {{.*}} copy to
// CHECK-DAG: x.c:17 main {{ *}}1 {{.*}} - {{ *}}- {{ *}}free
