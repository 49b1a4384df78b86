// What came back unchanged from regions that store there may come back changed in another run: that is `perhaps`, and no program writes it. Where no region stores, it is told
// as before. Whatever is to be written, pasted: results stay, of this run and of another one.
// RUN: cp %s supposed.c && %gantry cc -O1 --offload-arch=emulated supposed.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out1 && %run_emulated32 ./old 2 >out2 && %not cmp out1 out2 && %FileCheck %s <p.txt
// RUN: python3 %S/Inputs/supposed.py p.json table other lone part each list.v only kept_whole >told && for f in $(cat told); do python3 %S/Inputs/paste.py p.json supposed.c new.c "$f" && %gantry cc -O1 --offload-arch=emulated new.c -o new && %run_emulated32 ./new | cmp - out1 && %run_emulated32 ./new 2 | cmp - out2 || exit 1; done
#include <stdio.h>
#include <stdlib.h>
enum { N = 600 };
struct list {
    double *v;
    int n;
};
static double own[N], within[N], by_call[N], by_pointer[N], field[N], again[N], other[N], table[N], lone[N], part[N], each[N], moved[N], left_out[N],
    kept_whole[N], once[N];

static void put(double *x, int i, double v) { x[i] = v; }
static double at(const double *x, int i) { return x[i]; }

static double sum(double *x)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

static void scale(double *x, double f)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        x[i] *= f;
}

static double entered(void)
{
#pragma omp target enter data map(to: each)
    double s = sum(each);
#pragma omp target exit data map(from: each)
    return s;
}

int main(int argc, char **argv)
{
    double f = argc > 1 ? atof(argv[1]) : 1, s = 0, total = 0;
    struct list l = {field, N}, list = {table, N};
    double *same = by_pointer;
    for (int i = 0; i < N; i++)
        own[i] = within[i] = by_call[i] = by_pointer[i] = field[i] = again[i] = other[i] = table[i] = lone[i] = part[i] = each[i] = moved[i] = left_out[i] =
            kept_whole[i] = once[i] = i;

#pragma omp target teams distribute parallel for map(tofrom: own, table)
    for (int i = 0; i < N; i++)
        own[i] = own[i] * f + 0 * table[i];

#pragma omp target data map(tofrom: within, other)
    {
        scale(within, f);
        total += sum(other);
    }

#pragma omp target teams distribute parallel for map(tofrom: by_call)
    for (int i = 0; i < N; i++)
        put(by_call, i, by_call[i] * f);

#pragma omp target data map(tofrom: by_pointer)
    {
#pragma omp target teams distribute parallel for map(tofrom: by_pointer, same[0:N])
        for (int i = 0; i < N; i++)
            same[i] = by_pointer[i] * f;
    }

#pragma omp target data map(tofrom: field)
    {
#pragma omp target map(to: l) map(l.v[0:l.n])
        {
            double *p = l.v;
            for (int i = 0; i < l.n; i++)
                p[i] *= f;
        }
    }

    for (int k = 0; k < 4; k++) {
#pragma omp target teams distribute parallel for map(tofrom: again)
        for (int i = 0; i < N; i++)
            again[i] *= f;
    }

#pragma omp target map(tofrom: lone) map(tofrom: s)
    s += lone[3] + at(lone, 4);

#pragma omp target teams distribute parallel for map(tofrom: part[0:N]) reduction(max: s)
    for (int i = 0; i < N; i++) {
        double row[2];
        row[0] = part[i];
        s = row[0] > s ? row[0] : s;
    }

    total += entered();

#pragma omp target map(tofrom: list.v[0:N]) map(to: list) map(tofrom: total)
    for (int i = 0; i < list.n; i++)
        total += list.v[i];

    /* regions that this run leaves out */
#pragma omp target data map(tofrom: left_out, kept_whole)
    {
        total += sum(left_out) + sum(kept_whole);
        if (f > 1) {
            scale(left_out, f);
        }
    }
#pragma omp target enter data map(to: once)
    total += sum(once);
    if (f > 1) {
        scale(once, f);
    }
#pragma omp target update from(once)
#pragma omp target exit data map(release: once)
    total += once[3] + left_out[3];

    const double *only = moved;
#pragma omp target teams distribute parallel for map(tofrom: only[0:N]) reduction(+ : total)
    for (int i = 0; i < N; i++)
        total += at(only, i);

    printf("%g %g %g %g %g %g %g %g\n", own[3], within[3], by_call[3], by_pointer[3], field[3], again[3], s, total);
    return 0;
}
// CHECK-DAG: supposed.c:[[#]] own: perhaps: came back unchanged, 1 of 1 time [GP103]
// CHECK-DAG: supposed.c:[[#]] table: came back unchanged, 1 of 1 time [GP103]
