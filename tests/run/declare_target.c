// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* declare target: variables that live on the device for the whole program, and functions that use them. */
#include "check.h"

#pragma omp declare target
int counter = 5;
int external_counter = 6;
double table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
static const int primes[] = {2, 3, 5, 7, 11, 13};
static const char *const words[] = {"zero", "one", "two"};
struct point {
    int x, y;
} origin = {-1, -2};
int zeroed[100];

static double look_up(int i) { return i >= 0 && i < 8 ? table[i] : -1; }

static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

int bump(int by);
#pragma omp end declare target

int later = 40;
#pragma omp declare target(later)

static float enter_listed[3] = {0.5f, 1.5f, 2.5f};
#pragma omp declare target to(enter_listed)

int bump(int by)
{
    int old;
#pragma omp atomic capture
    {
        old = counter;
        counter += by;
    }
    return old;
}

static void initial_values(void)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0, z = -1;
    double t = 0;
    float f = 0;
#pragma omp target map(from: a, b, c, d, e, t, f, z)
    {
        a = counter;
        b = external_counter;
        c = primes[5] + primes[0];
        d = origin.x * 10 + origin.y;
        e = later;
        t = look_up(3) + look_up(9);
        f = enter_listed[2];
        z = zeroed[99];
    }
    CHECK_INT(a, 5, "variable");
    CHECK_INT(b, 6, "external variable");
    CHECK_INT(c, 15, "constant table");
    CHECK_INT(d, -12, "struct");
    CHECK_INT(e, 40, "named in a list after its declaration");
    CHECK_REAL(t, 7, 0, "table in a function");
    CHECK_REAL(f, 2.5, 0, "named in a to clause");
    CHECK_INT(z, 0, "without an initializer");
}

/* the device's copy keeps what regions write, and only update moves it */
static void persistent(void)
{
    int seen = 0;
#pragma omp target
    {
        counter = 100;
        zeroed[7] = 7;
    }
    if (check_device)
        CHECK_INT(counter, 5, "the host's copy is not touched");
#pragma omp target map(from: seen)
    seen = counter + zeroed[7];
    CHECK_INT(seen, 107, "the next region sees it");
#pragma omp target update from(counter)
    CHECK_INT(counter, 100, "update from");
    counter = 5;
    table[7] = -8;
#pragma omp target update to(counter, table)
    double there = 0;
#pragma omp target map(from: seen, there)
    {
        seen = counter;
        there = look_up(7);
    }
    CHECK_INT(seen, 5, "update to");
    CHECK_REAL(there, -8, 0, "update to an array");
#pragma omp target update from(zeroed[5:5])
    CHECK_INT(zeroed[7], 7, "update from a section");
}

static void by_many(long n)
{
    long sum = 0;
    counter = 0;
#pragma omp target update to(counter)
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += bump(1);
#pragma omp target update from(counter)
    CHECK_INT(counter, n, "all teams share it, n=%ld", n);
    CHECK_INT(sum, n * (n - 1) / 2, "tickets from it, n=%ld", n);
}

/* present for ever: maps of it copy nothing */
static void mapped(void)
{
    int seen = 0;
    external_counter = 60;
#pragma omp target map(tofrom: external_counter) map(from: seen)
    {
        seen = external_counter;
        external_counter = 61;
    }
    if (check_device) {
        CHECK_INT(seen, 6, "map(tofrom) of a declare target variable copies nothing in");
        CHECK_INT(external_counter, 60, "and nothing out");
    }
#pragma omp target update from(external_counter)
    CHECK_INT(external_counter, 61, "its value on the device");
#pragma omp target map(always, tofrom: external_counter)
    external_counter++;
    CHECK_INT(external_counter, 62, "always does copy");
}

static void strings(void)
{
    int total = 0;
#pragma omp target map(from: total)
    {
        const char *inside = "four";
        total = length(inside) + length("seven77");
    }
    CHECK_INT(total, 11, "string literals");
#pragma omp target map(from: total)
    total = length(words[0]) * 100 + length(words[1]) * 10 + length(words[2]);
    CHECK_INT(total, 433, "a table of pointers to strings");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    initial_values();
    persistent();
    FOR_EACH_SIZE(n)
    by_many(n);
    mapped();
    strings();
    return check_end();
}
