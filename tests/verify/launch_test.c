/* Launches on the fake device of tests/runtime, whose kernels do what the test wants: what comes of faults in a reference, of
 * rounding, of allocations, and of several launches. Each case is a run of this program of its own. */
#include "../runtime/fake.h"

#include <math.h>

enum { TO = GANTRY_MAP_TO, FROM = GANTRY_MAP_FROM };

static void *device(void **args, int i) { return fake_host(*(uint64_t *)args[i]); }
static void *host(void **args, int i) { return *(void **)args[i]; }

/* ---- kernels and their references: (a) of 100 doubles, or a struct ---- */
static double a[100];
struct item {
    int n;
    char tag;
    void *p;
    double x[2];
};
static struct item s;
static double launches;

static void k_add(void **args)
{
    for (int i = 0; i < 100; i++)
        ((double *)device(args, 1))[i] += 1 + launches;
}
static void r_add(void **args)
{
    for (int i = 0; i < 100; i++)
        ((double *)host(args, 1))[i] += 1;
}
static void r_null(void **args)
{
    r_add(args);
    *(volatile int *)(uintptr_t)launches = 1;
}
static void r_zero(void **args)
{
    volatile int zero = (int)launches;
    ((double *)host(args, 1))[0] = 7 / zero;
}
static void r_says(void **args)
{
    r_add(args);
    printf("not to be %s\n", "seen");
    puts("nor this");
}
static void k_sum(void **args) { ((double *)device(args, 1))[3] = 1 + launches * 0x1p-50; }
static void r_sum(void **args) { ((double *)host(args, 1))[3] = 1 + __gantry_rounding(1, 16, 0x1p-53); }
static void k_item(void **args)
{
    struct item *i = device(args, 1);
    memset(i, 0x11, sizeof *i); /* the padding as well */
    *i = (struct item){1, 'x', (void *)0x1000, {NAN, 2}};
    i->x[1] += launches;
}
static void r_item(void **args)
{
    struct item *i = host(args, 1);
    i->n = 1, i->tag = 'x', i->p = args, i->x[0] = -NAN, i->x[1] = 2;
}

extern const struct gantry_reference_side gantry_reference_side;

#define KERNEL(NAME, ENTRY) {NAME, "test.c", "main", 1, GANTRY_MODE_SERIAL, 1, 0, 1, 0, 1, 0, ENTRY}
static const struct gantry_kernel_info kernels[] = {KERNEL("add", k_add), KERNEL("sum", k_sum), KERNEL("item", k_item)};
static const struct gantry_object array[] = {{"a", "[100]d"}},
                                  item[] = {{"s", "{32|n@0i4;tag@4i1;p@8p;x@16[2]d;}"}};

static const struct {
    const char *name, *kernel;
    struct gantry_verify verify;
    int launches;
    double wrong; /* `launches` of the kernels */
    int status;
    const char *says[3];
} cases[] = {
    {"equal", "add", {array, r_add, NULL, 0, NULL, NULL, &gantry_reference_side}, 2, 0, 0, {"1 region, 2 launches compared: 2 bit-equal"}},
    {"differs", "add", {array, r_add, NULL, 0, NULL, NULL, &gantry_reference_side}, 2, 0.5, 3,
     {"(launch 1): 'a' on device 0 differs", "a[0]: device 1.5, CPU 1 (off by 0.5, 50 %, 2251799813685248 ULP)",
      "100 of 100 elements differ, from a[0] to a[99]"}},
    {"null", "add", {array, r_null, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 0, 0, {"nothing was compared; 1 not comparable", "memory that is not there"}},
    {"zero", "add", {array, r_zero, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 0, 0, {"divides an integer by zero"}},
    {"says", "add", {array, r_says, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 0, 0, {"1 bit-equal"}},
    {"reason", "add", {array, NULL, "not compared: so it is [GR801]", 0, NULL, NULL, &gantry_reference_side}, 3, 0, 0, {"not comparable (3 launches): so it is [GR801]"}},
    {"rounded", "sum", {array, r_sum, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 2, 0,
     {"1 within tolerance", "a[3]: device 1.0000000000000018, CPU 1; 3.77e-15 allowed by the order of additions"}},
    {"too far", "sum", {array, r_sum, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 5, 3, {"a[3]: device 1.0000000000000044, CPU 1 (off by 4.441e-15"}},
    {"bytes", "sum", {NULL, r_add, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 0, 3, {"'a[0:100]' on device 0", "a[0:100], byte 0: device bytes 00", "CPU bytes 00"}},
    {"item", "item", {item, r_item, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 0, 0, {"1 bit-equal"}},
    {"member", "item", {item, r_item, NULL, 0, NULL, NULL, &gantry_reference_side}, 1, 1, 3, {"'s' on device 0 differs", "s.x[1]: device 3, CPU 2 (off by 1"}},
};
enum { CASES = sizeof cases / sizeof *cases };

static int run_case(int k)
{
    bool is_item = cases[k].verify.objects == item;
    const struct gantry_map map = {is_item ? "s" : "a[0:100]", TO | FROM, GANTRY_PARAM_ADDRESS, 1, 1};
    void *p = is_item ? (void *)&s : a;
    const struct gantry_val val = {p, p, is_item ? sizeof s : sizeof a};
    struct gantry_region r = REGION(GANTRY_TARGET, cases[k].kernel, 1, &map);
    const struct gantry_launch l = {.trip = 1};
    r.verify = &cases[k].verify;
    launches = cases[k].wrong;
    fake_kernels = kernels;
    fake_image.nkernels = sizeof kernels / sizeof *kernels;
    fake_start();
    for (int i = 0; i < cases[k].launches; i++) {
        __gantry_target(&r, __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1), &val, &l);
        double expected = i + 1;
        CHECK(cases[k].status == 0 && !strcmp(cases[k].kernel, "add") ? a[99] == expected : true, "%g", a[99]);
        if (i == 0 && !strcmp(cases[k].name, "differs")) /* goes on with what is right */
            CHECK(a[99] == 1, "%g", a[99]);
        launches = 0;
    }
    exit(failures ? 1 : 0); /* `r` is there as long as the summary may need it */
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return run_case(atoi(argv[1]));
    for (int k = 0; k < CASES; k++) {
        static char out[65536];
        char command[4096];
        snprintf(command, sizeof command, "%s %d 2>&1", argv[0], k);
        FILE *f = popen(command, "r");
        size_t n = fread(out, 1, sizeof out - 1, f);
        out[n] = 0;
        int status = WEXITSTATUS(pclose(f));
        CHECK(status == cases[k].status, "%s: status %d\n%s", cases[k].name, status, out);
        for (int i = 0; i < 3 && cases[k].says[i]; i++)
            CHECK(strstr(out, cases[k].says[i]), "%s: no '%s' in\n%s", cases[k].name, cases[k].says[i], out);
        CHECK(!strstr(out, "seen") && !strstr(out, "nor this"), "%s", out);
    }
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
