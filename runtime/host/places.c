/* places.c: what generated code asks about devices to choose among the alternatives of a metadirective. */
#include <string.h>

#include "host.h"

enum { PLACE_HOST, PLACE_NVIDIA, PLACE_EMULATED };

/* -1: the host, or a number that the construct itself will complain about */
static int device_of(int device)
{
    return gantry_resolve_device(device == GANTRY_DEVICE_DEFAULT ? gantry_default_device() : device);
}

static int place_of(int number)
{
    struct gantry_err err = {0};
    struct gantry_dev *d = number >= 0 ? gantry_dev_get(number, &err) : NULL;
    return !d ? PLACE_HOST : strcmp(d->plugin->kind, "emulated") == 0 ? PLACE_EMULATED : PLACE_NVIDIA;
}

int gantry_place_of(struct gantry_module *m, int device, int cond)
{
    if (!cond || device == -1)
        return PLACE_HOST;
    gantry_see_module(m);
    return place_of(device_of(device));
}

static bool is_in(const char *const *list, const char *word)
{
    for (; *list; list++)
        if (strcmp(*list, word) == 0)
            return true;
    return !*word; /* not asked */
}

int gantry_device_is(int device, const char *kind, const char *arch)
{
    static const char *const kinds[][4] = {{"host", "cpu", "any"}, {"nohost", "gpu", "any"}, {"nohost", "gpu", "any"}};
    static const char *const archs[][3] = {{"x86_64"}, {"nvptx64", "nvptx"}, {"gantry_emulated"}};
    int number = device_of(device);
    if (number < -1)
        return 0; /* there is no such device */
    int place = place_of(number);
    return is_in(kinds[place], kind) && is_in(archs[place], arch);
}
