/* saxpy_struct.c: y = a*x + y with all of it in a structure, which a device can have in several ways.
 *
 *     saxpy_struct [n]        length of the vectors (default 1000000)
 *
 * A structure travels as its bytes: its scalars go with it, and what its pointers point to does not. It has
 * to be mapped, too, and the pointers on the device then point to the vectors there (they are "attached"):
 *
 *     members     map(to: data[0:1]) map(to: data->x[0:data->size]) map(tofrom: data->y[0:data->size])
 *     mapper      the same said once, with the type, by `declare mapper`; then map(data[0:1]) does
 *     named       another mapper for the same type, by name: x is made on the device and never travels
 *     resident    enter data, any number of regions, update, exit data: all by the mapper
 *     batch       an array of structures, each with vectors of its own: the mapper is used for every element
 *
 * Both mappers take the structure itself `to` the device only: what a region does to its scalars and
 * pointers there stays there, and the pointers of the host stay the host's. The program has a region change
 * them, to show it.
 *
 * GCC has no `declare mapper` before 16: there, the first version is the only one on the device. */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GANTRY__
#include <gantry.h>
#endif

#if !defined __GNUC__ || defined __clang__ || __GNUC__ >= 16
#define HAVE_MAPPER 1
#else
#define HAVE_MAPPER 0
#endif

typedef struct {
    int size;
    float *x, *y;
    float a;
} saxpy_data;

enum { BATCH = 5 }; /* structures of the last version */

/* ---- y = a*x + y, in each of the ways ---- */

static void saxpy_host(saxpy_data *data)
{
#pragma omp parallel for
    for (int i = 0; i < data->size; i++)
        data->y[i] = data->a * data->x[i] + data->y[i];
}

static void saxpy_members(saxpy_data *data)
{
#pragma omp target teams distribute parallel for map(to: data[0:1]) map(to: data->x[0:data->size]) \
    map(tofrom: data->y[0:data->size])
    for (int i = 0; i < data->size; i++)
        data->y[i] = data->a * data->x[i] + data->y[i];
}

#if HAVE_MAPPER
/* A mapper without a name holds from here on for every map of the type, hence not above. */
#pragma omp declare mapper(saxpy_data s) map(to: s) map(to: s.x[0:s.size]) map(tofrom: s.y[0:s.size])
#pragma omp declare mapper(only_y: saxpy_data s) map(to: s) map(alloc: s.x[0:s.size]) \
    map(tofrom: s.y[0:s.size])

static void saxpy_mapper(saxpy_data *data)
{
#pragma omp target teams distribute parallel for map(data[0:1])
    for (int i = 0; i < data->size; i++)
        data->y[i] = data->a * data->x[i] + data->y[i];
}

/* x is made on the device, with the numbers of fill() */
static void saxpy_named(saxpy_data *data)
{
#pragma omp target data map(mapper(only_y), tofrom: data[0:1])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < data->size; i++)
            data->x[i] = (float)(i % 1000);
#pragma omp target teams distribute parallel for
        for (int i = 0; i < data->size; i++)
            data->y[i] = data->a * data->x[i] + data->y[i];
    }
}

/* twice with half of a: the vectors stay there in between, and the new a is sent by the mapper */
static void saxpy_resident(saxpy_data *data)
{
    float a = data->a;
    data->a = 0;
#pragma omp target enter data map(to: data[0:1])
    data->a = a / 2;
#pragma omp target update to(data[0:1])
    for (int k = 0; k < 2; k++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < data->size; i++)
            data->y[i] = data->a * data->x[i] + data->y[i];
    }
    data->a = a;
#pragma omp target exit data map(from: data[0:1])
}

static void saxpy_batch(saxpy_data *data)
{
    saxpy_data part[BATCH];
    for (int k = 0; k < BATCH; k++) {
        int first = (int)((long)data->size * k / BATCH), next = (int)((long)data->size * (k + 1) / BATCH);
        part[k] = (saxpy_data){next - first, data->x + first, data->y + first, data->a};
    }
#pragma omp target teams distribute map(part[0:BATCH])
    for (int k = 0; k < BATCH; k++) {
#pragma omp parallel for
        for (int i = 0; i < part[k].size; i++)
            part[k].y[i] = part[k].a * part[k].x[i] + part[k].y[i];
    }
}
#endif

static const struct {
    const char *name;
    void (*run)(saxpy_data *data);
} version[] = {
    {"host, parallel for", saxpy_host},
    {"members mapped", saxpy_members},
#if HAVE_MAPPER
    {"mapper", saxpy_mapper},
    {"named mapper", saxpy_named},
    {"resident, by the mapper", saxpy_resident},
    {"batch of 5, by the mapper", saxpy_batch},
#endif
};
enum { VERSIONS = sizeof version / sizeof *version };

/* ---- the answer ---- */

static const float A = 2.0f;

static void fill(saxpy_data *data)
{
    for (int i = 0; i < data->size; i++) {
        data->x[i] = (float)(i % 1000);
        data->y[i] = (float)(i % 7);
    }
    data->x[data->size] = data->y[data->size] = -1; /* a guard element after the end */
}

/* small whole numbers: the exact result is a float, however the multiply and the add are done */
static long count_errors(const saxpy_data *data, const saxpy_data *before)
{
    long errors = (data->x[before->size] != -1) + (data->y[before->size] != -1);
    errors += data->size != before->size || data->a != before->a;
    errors += data->x != before->x || data->y != before->y;
    for (int i = 0; i < before->size; i++) {
        errors += data->x[i] != (float)(i % 1000);
        errors += data->y[i] != A * (float)(i % 1000) + (float)(i % 7);
    }
    return errors;
}

#if HAVE_MAPPER
/* what a region does to the structure on a device stays there; y comes back */
static long changes_come_back(saxpy_data *data)
{
    saxpy_data before = *data;
    int on_host = 1;
    fill(data);
#ifdef __GANTRY__ /* for 'gantry check': the host's structure stays as it was, and that is meant */
    gantry_check_expect(data, sizeof *data);
#endif
#pragma omp target map(data[0:1]) map(from: on_host)
    {
        on_host = omp_is_initial_device();
        if (!on_host) { /* the host would change its own */
            for (int i = 0; i < data->size; i++)
                data->y[i] = A * data->x[i] + data->y[i];
            data->size = -1;
            data->a = -1;
        }
    }
    if (on_host)
        saxpy_host(data);
    long errors = count_errors(data, &before);
    *data = before;
    return errors;
}
#endif

static int size_argument(int argc, char **argv, int fallback)
{
    if (argc < 2)
        return fallback;
    char *end;
    errno = 0;
    long n = strtol(argv[1], &end, 10);
    if (errno || *end || end == argv[1] || n < 0 || n > 500000000) {
        fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[1]);
        exit(2);
    }
    return (int)n;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 1000000);
    long wrong = 0;
    size_t bytes = ((size_t)n + 1) * sizeof(float);
    saxpy_data data = {n, malloc(bytes), malloc(bytes), A};
    if (!data.x || !data.y) {
        fprintf(stderr, "saxpy_struct: no memory for %d elements\n", n);
        return 2;
    }
    printf("%-28s %12s %10s %10s\n", "saxpy_struct", "seconds", "GB/s", "errors");
    for (int v = 0; v < VERSIONS; v++) {
        saxpy_data before = data;
        fill(&data);
        double start = omp_get_wtime();
        version[v].run(&data);
        double seconds = omp_get_wtime() - start;
        long errors = count_errors(&data, &before);
        printf("%-28s %12.6f %10.2f %10ld\n", version[v].name, seconds,
               seconds > 0 ? 3.0 * sizeof(float) * n / seconds * 1e-9 : 0, errors);
        wrong += errors;
        data = before;
    }
#if HAVE_MAPPER
    long errors = changes_come_back(&data);
    printf("%-28s %12s %10s %10ld\n", "changed there, not here", "", "", errors);
    wrong += errors;
#endif
    free(data.x);
    free(data.y);
    if (wrong) {
        printf("WRONG: %ld elements\n", wrong);
        return 1;
    }
    puts("OK");
    return 0;
}
