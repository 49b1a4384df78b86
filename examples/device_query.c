/* device_query.c: which devices this program can use, and what they do with it.
 *
 *     device_query [MiB]  size of the copy that is timed (default 64)
 *
 * Each device is asked from inside a region: a program that runs on the host where a device was meant is
 * right but slow, and nothing else would tell. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GANTRY__
#include <gantry.h>
#endif

struct answer {
    int on_host, number, teams, threads, default_threads, errors;
    double launch, to, from;
};

static void ask(int device, struct answer *a)
{
    int on_host = -1, number = -1, teams = 0, threads = 0, started = 0;
#pragma omp target device(device) map(from: on_host, number)
    {
        on_host = omp_is_initial_device() != 0;
        number = omp_get_device_num();
    }
#pragma omp target teams device(device) map(tofrom: teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
#pragma omp target parallel device(device) map(tofrom: threads, started)
    if (omp_get_thread_num() == 0) {
        threads = omp_get_thread_limit();
        started = omp_get_num_threads();
    }
    a->on_host = on_host;
    a->number = number;
    a->teams = teams;
    a->threads = threads;
    a->default_threads = started;
}

static void time_launch(int device, struct answer *a)
{
    enum { LAUNCHES = 20 };
    double start = omp_get_wtime();
    for (int i = 0; i < LAUNCHES; i++) {
#pragma omp target device(device) firstprivate(i)
        (void)i;
    }
    a->launch = (omp_get_wtime() - start) / LAUNCHES;
}

/* sends a pattern to the device, has every byte changed there, and looks at it when it is back */
static void time_copies(int device, size_t bytes, struct answer *a)
{
    unsigned char *p = malloc(bytes + 1);
    if (!p) {
        fprintf(stderr, "device_query: no memory for %zu bytes\n", bytes);
        exit(2);
    }
    for (size_t i = 0; i < bytes; i++)
        p[i] = (unsigned char)(i * 7);
    double start = omp_get_wtime();
#pragma omp target enter data map(to: p[0:bytes]) device(device)
    a->to = omp_get_wtime() - start;
#pragma omp target teams distribute parallel for device(device)
    for (size_t i = 0; i < bytes; i++)
        p[i] ^= 0x55;
    start = omp_get_wtime();
#pragma omp target exit data map(from: p[0:bytes]) device(device)
    a->from = omp_get_wtime() - start;
    for (size_t i = 0; i < bytes; i++)
        a->errors += p[i] != (unsigned char)((unsigned char)(i * 7) ^ 0x55);
    free(p);
}

static void print_name(int device)
{
#ifdef __GANTRY__
    struct gantry_device_info info;
    if (gantry_get_device_info(device, &info) == 0) {
        printf("  kind, name            %s, %s (%s)\n", info.kind, info.name, info.arch);
        printf("  memory                %.1f GB\n", (double)info.memory * 1e-9);
        printf("  units, warp, shared   %u, %u lanes, %u bytes\n", info.units, info.warp, info.shared);
    }
#else
    (void)device;
#endif
}

/* A device that was asked for must not be the host, the host must be. Returns the number of wrong answers. */
static int query(int device, int is_host, size_t bytes)
{
    struct answer a = {.on_host = -1};
    printf("%s %d\n", is_host ? "initial device (host)" : "device", device);
    if (!is_host)
        print_name(device);
    ask(device, &a);
    time_launch(device, &a);
    time_copies(device, bytes, &a);
    printf("  runs regions on       %s\n", a.on_host == 1 ? "the host" : a.on_host == 0 ? "the device" : "?");
    printf("  teams, thread limit   %d, %d\n", a.teams, a.threads);
    printf("  threads of one team   %d\n", a.default_threads);
    printf("  empty region          %.1f us\n", a.launch * 1e6);
    if (!is_host && bytes)
        printf("  copy to, from         %.2f GB/s, %.2f GB/s\n", (double)bytes / a.to * 1e-9,
               (double)bytes / a.from * 1e-9);
    int wrong = (a.on_host != is_host) + (a.number != device) + (a.teams < 1) + (a.threads < 1) +
                (a.default_threads < 1) + (a.errors != 0);
    if (wrong)
        printf("  %d wrong answers: on_host %d, number %d, %d wrong bytes\n", wrong, a.on_host, a.number,
               a.errors);
    return wrong;
}

int main(int argc, char **argv)
{
    char *end = "";
    long mib = argc > 1 ? strtol(argv[1], &end, 10) : 64;
    if (*end || mib < 0 || mib > 65536) {
        fprintf(stderr, "device_query: '%s' is not a size in MiB\n", argv[1]);
        return 2;
    }
    int devices = omp_get_num_devices(), wrong = 0;
    size_t bytes = (size_t)mib << 20;
    printf("%d device%s beside the host; default device %d\n", devices, devices == 1 ? "" : "s",
           omp_get_default_device());
    for (int d = 0; d < devices; d++)
        wrong += query(d, 0, bytes);
    wrong += query(omp_get_initial_device(), 1, bytes);
    if (wrong) {
        printf("WRONG: %d answers\n", wrong);
        return 1;
    }
    puts("OK");
    return 0;
}
