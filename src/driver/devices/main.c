/* gantry-devices: asks the runtime what is here. A program of its own, so that the compiler does not carry the
 * runtime. With --native it prints only the architectures of real GPUs, one per line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gantry.h"

static int native(void)
{
    struct gantry_device_info d;
    for (int i = 0; gantry_get_device_info(i, &d) == 0; i++) {
        if (strcmp(d.kind, "emulated") != 0)
            puts(d.arch);
    }
    return 0;
}

static void print_device(int number, const struct gantry_device_info *d, int exposed)
{
    printf("  %s (%s): %.1f GB, %u units, %u lanes per warp, %u threads per team, %u KB shared memory", d->name,
           d->arch, (double)d->memory / 1e9, d->units, d->warp, d->max_threads, d->shared / 1024);
    if (d->driver[0])
        printf(", %s", d->driver);
    if (exposed)
        printf("; OpenMP device %d", number);
    putchar('\n');
}

static int listed(const char *list, const char *kind)
{
    size_t n = strlen(kind);
    for (const char *p = list; p; p = strchr(p, ','), p = p ? p + 1 : NULL) {
        if (strncmp(p, kind, n) == 0 && (p[n] == ',' || !p[n]))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int only_native = argc > 1 && strcmp(argv[1], "--native") == 0;
    const char *set = getenv("GANTRY_DEVICES"), *kind, *why;
    char exposed[256];
    snprintf(exposed, sizeof exposed, "%s", set ? set : "cuda,hip");
    unsetenv("OMP_TARGET_OFFLOAD");
    setenv("GANTRY_DEVICES", "cuda,hip,emulated", 1); /* all, so that no setting is said to have no effect */
    if (only_native)
        return native();
    printf("initial device\n  this machine's CPU: %ld cores\n", sysconf(_SC_NPROCESSORS_ONLN));
    int n, number = 0, shown = 0;
    for (int i = 0; (kind = gantry_kind(i, &n, &why)) != NULL; i++) {
        int on = listed(exposed, kind);
        printf("%s\n", kind);
        if (n <= 0)
            printf("  none: %s\n", why);
        for (int k = 0; k < n; k++) {
            struct gantry_device_info d;
            if (gantry_get_device_info(number++, &d) == 0)
                print_device(shown, &d, on);
            shown += on;
        }
    }
    printf("Programs see the kinds in GANTRY_DEVICES=%s, numbered in that order.\n", exposed);
    return fflush(stdout) || ferror(stdout);
}
