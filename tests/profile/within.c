// Arrays within a structure: what is proposed maps the structure as a whole, for regions reach them by it. Pasted one after the other, results stay, and no more is copied.
// RUN: cp %s within.c && %gantry cc -O1 --offload-arch=emulated within.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && %FileCheck %s <p.txt
// RUN: python3 %S/Inputs/paste_all.py within.c out "%gantry cc -O1 --offload-arch=emulated" 12 >said && %FileCheck --check-prefix PASTED %s <said
// The structure's memory is taken, and only what the region uses of it is sent.
// RUN: python3 -c 'import json; (p,) = json.load(open("p.json"))["profiles"]; i = {(x["function"], x["name"]): x["to_bytes"] for x in p["moves"]["items"]}; assert i["whole", "s"] == 0 == i["reads", "structure on the way to p->a[0:N]"] and i["uses_n", "t"] == 6 * (2 * 8 * 1000 + 8), i'
#include <stdio.h>
enum { N = 1000, TURNS = 6 };
struct s {
    double a[N], b[N];
    int n;
};
static struct s w;

// CHECK-DAG: hoist: #pragma omp target data map(tofrom: s)
// PASTED-DAG: in front {{[0-9]+}} #pragma omp target data map(tofrom: s)
static double whole(struct s *p)
{
    static struct s s;
    s = *p;
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s.a[0:N])
        for (int i = 0; i < N; i++)
            s.a[i] += k;
    }
    return s.a[3] + s.n;
}

// The host reads another member, which regions leave alone: no update. It stores there: the structure does not come back.
static double uses_n(struct s *p)
{
    static struct s t;
    double sum = 0;
    t = *p;
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: t.a) map(to: t.b[0:N])
        for (int i = 0; i < t.n; i++)
            t.a[i] += t.b[i];
        sum += t.n;
    }
    return sum + t.a[3];
}

// All of it is mapped, and the host looks at a member that no region stores to: no update either. To one that a region stores to there is.
// PASTED-DAG: in front {{[0-9]+}} #pragma omp target data map(tofrom: x)
static double looks_at_n(struct s *p)
{
    static struct s x, y;
    int seen = 0;
    x = *p;
    y = *p;
    for (int k = 0; k < x.n / 160; k++) {
#pragma omp target teams distribute parallel for map(tofrom: x)
        for (int i = 0; i < N; i++)
            x.a[i] += x.b[i] + k;
    }
    // PASTED-DAG: in front {{[0-9]+}} #pragma omp target update from(y)
    for (int k = 0; k < TURNS; k++) {
#pragma omp target map(tofrom: y)
        y.b[k] = y.a[k + 1] + k;
        seen += y.b[k] > 5;
    }
    return x.a[3] + y.b[2] + seen;
}

static double stores_n(struct s *p)
{
    static struct s u;
    u = *p;
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: u.a)
        for (int i = 0; i < N; i++)
            u.a[i] += k;
        u.n += k;
    }
    return u.a[3] + u.n;
}

// By a pointer: in front of the loop it is the variable.
// PASTED-DAG: in front {{[0-9]+}} #pragma omp target data map(tofrom: v)
static void step(struct s *p)
{
#pragma omp target teams distribute parallel for map(tofrom: p->a) map(to: p->b)
    for (int i = 0; i < N; i++)
        p->a[i] += p->b[i];
}

static double called(struct s *p)
{
    static struct s v;
    v = *p;
    for (int k = 0; k < TURNS; k++)
        step(&v);
    return v.a[3];
}

// The host uses the array in each turn.
static double reads(struct s *p)
{
    double sum = 0;
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: p->a[0:N])
        for (int i = 0; i < N; i++)
            p->a[i] += k;
        sum += p->a[k];
        p->a[k + 1] = k;
    }
    return sum;
}

// Of two members of one directive one is only read: that is certain, though regions store to the structure's memory.
// CHECK-DAG: within.c:[[#@LINE+3]] w.b[0:N]: came back unchanged, 1 of 1 time [GP103]
static double data(struct s *p)
{
#pragma omp target data map(tofrom: w.a[0:N], w.b[0:N])
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            w.a[i] += w.b[i] + k;
    }
    return w.a[3] + p->n;
}

// The size is in a structure that the function only looks at: its name in front of the loop is known.
// PASTED-DAG: in front {{[0-9]+}} #pragma omp target data map(tofrom: q[0:z.n])
static void halve(const struct s *z, double *q)
{
    const int n = z->n;
#pragma omp target teams distribute parallel for map(tofrom: q[0:n])
    for (int i = 0; i < n; i++)
        q[i] *= 0.5;
}

static double lent(struct s *p)
{
    static double q[N];
    struct s z = {.n = p->n};
    q[3] = 80;
    for (int k = 0; k < TURNS; k++)
        halve(&z, q);
    return q[3];
}

int main(void)
{
    static struct s s = {.n = N - 10};
    for (int i = 0; i < N; i++)
        s.a[i] = i, s.b[i] = 2 * i + 1;
    printf("%g %g %g %g", whole(&s), uses_n(&s), looks_at_n(&s), stores_n(&s));
    printf(" %g %g %g %g\n", called(&s), reads(&s), data(&s), lent(&s));
    return 0;
}
