// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* What happens to variables that no clause names. */
#include "check.h"

#define STALE(host_value, device_value) (check_device ? (host_value) : (device_value))

static int global_scalar = 5;
static int global_array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static int *global_pointer;
double external_array[4] = {1, 2, 3, 4};

struct pair {
    int first;
    double second[3];
};

static void scalars(void)
{
    int i = 1, seen_sum = 0;
    long l = 2;
    char c = 3;
    float f = 4.5f;
    double d = 5.25;
    unsigned short h = 6;
    static int s = 7;
#pragma omp target map(from: seen_sum)
    {
        seen_sum = (int)(i + l + c + f + d + h + s);
        i = l = c = h = 100;
        f = d = 100;
        s = 100;
    }
    CHECK_INT(seen_sum, 28, "scalars go in");
    CHECK_INT(i, 1, "int is firstprivate");
    CHECK_INT(l, 2, "long is firstprivate");
    CHECK_INT(c, 3, "char is firstprivate");
    CHECK_REAL(f, 4.5, 0, "float is firstprivate");
    CHECK_REAL(d, 5.25, 0, "double is firstprivate");
    CHECK_INT(h, 6, "unsigned short is firstprivate");
    CHECK_INT(s, 7, "a static local is firstprivate");
}

/* In 5.0 to 5.2 a scalar with static storage duration is firstprivate as well. */
static void globals(void)
{
    int seen = 0;
    global_scalar = 5;
#pragma omp target map(from: seen)
    {
        seen = global_scalar;
        global_scalar = 50;
    }
    CHECK_INT(seen, 5, "a global scalar goes in");
    CHECK_INT(global_scalar, 5, "a global scalar is firstprivate");
#pragma omp target map(tofrom: global_scalar)
    global_scalar += 1;
    CHECK_INT(global_scalar, 6, "a global scalar, mapped");

#pragma omp target
    for (int i = 0; i < 10; i++)
        global_array[i] *= 2;
    for (int i = 0; i < 10; i++)
        CHECK_INT(global_array[i], 2 * i, "a global array is tofrom, [%d]", i);
#pragma omp target
    external_array[3] += external_array[0];
    CHECK_REAL(external_array[3], 5, 0, "an external array is tofrom");

    static float inner[3] = {1, 2, 3};
#pragma omp target
    inner[1] += inner[2];
    CHECK_REAL(inner[1], 5, 0, "a static local array is tofrom");
}

static void arrays(void)
{
    int a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    struct pair p = {1, {2, 3, 4}}, ps[3] = {{0}, {1, {1, 1, 1}}, {2, {2, 2, 2}}};
#pragma omp target
    {
        for (int i = 0; i < 9; i++)
            a[i] = a[i] * a[i];
        m[1][2] = m[0][1] + 10;
        p.first += 1;
        p.second[2] += p.second[0];
        ps[2].second[1] = ps[1].first + 0.5;
    }
    for (int i = 0; i < 9; i++)
        CHECK_INT(a[i], (i + 1) * (i + 1), "an array is tofrom, [%d]", i);
    CHECK_INT(m[1][2], 12, "a two-dimensional array is tofrom");
    CHECK_INT(p.first, 2, "a struct is tofrom: scalar member");
    CHECK_REAL(p.second[2], 6, 0, "a struct is tofrom: array member");
    CHECK_REAL(ps[2].second[1], 1.5, 0, "an array of structs is tofrom");
}

static void pointers(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6}, *p = a, seen = 0;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target map(from: seen)
        {
            seen = p[2];
            p[3] = 40;
            p = 0; /* the region's own pointer */
        }
    }
    CHECK_INT(seen, 3, "a pointer to present data is attached to it");
    CHECK_INT(a[3], 40, "and writes to it");
    CHECK(p == a, "and is itself firstprivate");

    global_pointer = a;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target map(from: seen)
        seen = global_pointer[4];
    }
    CHECK_INT(seen, 5, "a global pointer to present data is attached");

    int *null = NULL, was_null = -1;
#pragma omp target map(from: was_null)
    was_null = null == NULL;
    CHECK_INT(was_null, 1, "a null pointer stays null");
}

/* On a combined construct the reduction variable is tofrom; on a separate target it is firstprivate there. */
static void reductions(void)
{
    int combined = 1, separate = 1, mapped = 1;
#pragma omp target parallel for reduction(+: combined)
    for (int i = 0; i < 10; i++)
        combined += i;
    CHECK_INT(combined, 46, "reduction on a combined construct comes back");
#pragma omp target /* the sum is lost, which deserves a warning */
#pragma omp parallel for reduction(+: separate)
    for (int i = 0; i < 10; i++)
        separate += i;
    CHECK_INT(separate, 1, "reduction on a separate construct stays on the device");
#pragma omp target map(tofrom: mapped)
#pragma omp parallel for reduction(+: mapped)
    for (int i = 0; i < 10; i++)
        mapped += i;
    CHECK_INT(mapped, 46, "reduction on a separate construct, mapped");
}

/* the loop variable and what is declared inside are nobody else's business */
static void inside(long n)
{
    long i = -7;
    int *hit = check_alloc((size_t)n * sizeof *hit);
#pragma omp target teams distribute parallel for map(tofrom: hit[0:n])
    for (i = 0; i < n; i++) {
        int twice = (int)i * 2;
        hit[i] += twice - (int)i + 1;
    }
    for (long k = 0; k < n; k++)
        CHECK_INT(hit[k], k + 1, "element %ld of %ld", k, n);
    CHECK_INT(i, -7, "a loop variable declared outside is private, n=%ld", n);
    free(hit);
}

/* present data wins over the implicit rule */
static void present_first(void)
{
    int x = 1, a[2] = {1, 2};
#pragma omp target data map(to: x, a)
    {
#pragma omp target
        a[0] = 10;
#pragma omp target map(x)
        x = 20;
#pragma omp target update from(a, x)
    }
    CHECK_INT(a[0], 10, "an array that is present is used in place");
    CHECK_INT(x, 20, "a scalar that is present and named in map is used in place");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    scalars();
    globals();
    arrays();
    pointers();
    reductions();
    present_first();
    FOR_EACH_SIZE(n)
    inside(n);
    return check_end();
}
