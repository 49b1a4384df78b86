/* knobs.c: settings from the environment. GANTRY_* rows come from gantry_knobs.def; what each device
 * has of OMP_*: environment.c. A value that means nothing is named: fatal where it decides what runs where, a warning
 * where it only tunes. */
#define _GNU_SOURCE /* secure_getenv */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host.h"

static const struct {
    const char *name, *fallback;
} knobs[] = {
#define KNOB(NAME, DEFAULT, HELP) {#NAME, DEFAULT},
#include "gantry_knobs.def"
#undef KNOB
};

static const char *knob_default(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(knobs); i++)
        if (strcmp(knobs[i].name, name) == 0)
            return knobs[i].fallback;
    return "";
}

const char *gantry_knob(const char *name)
{
    char variable[64];
    snprintf(variable, sizeof variable, "GANTRY_%s", name);
    const char *value = secure_getenv(variable); /* some name files and libraries: not for set-user-id programs */
    return value && *value ? value : knob_default(name);
}

/* "64k" -> 65536; false when it is not a number, is negative, or does not fit */
bool gantry_parse_number(const char *s, uint64_t *out)
{
    while (isspace((unsigned char)*s))
        s++;
    if (!isdigit((unsigned char)*s))
        return false;
    char *end;
    unsigned long long v = strtoull(s, &end, 0);
    static const char suffixes[] = "kmg";
    const char *suffix = *end ? strchr(suffixes, tolower((unsigned char)*end)) : NULL;
    unsigned shift = suffix ? 10u * (unsigned)(suffix - suffixes + 1) : 0;
    if (suffix)
        end++;
    while (isspace((unsigned char)*end))
        end++;
    if (*end || (shift && v >> (64 - shift)) || v == ULLONG_MAX)
        return false;
    *out = v << shift;
    return true;
}

uint64_t gantry_knob_number(const char *name, uint64_t none)
{
    const char *text = gantry_knob(name), *fallback = knob_default(name);
    uint64_t v = none;
    if (!*text || gantry_parse_number(text, &v))
        return v;
    gantry_warn("GANTRY_%s=%s is not a number; %s is used instead", name, text, *fallback ? fallback : "its default");
    return gantry_parse_number(fallback, &v) ? v : none;
}

void gantry_display_knobs(void)
{
    for (size_t i = 0; i < COUNT_OF(knobs); i++)
        fprintf(stderr, "   [all] GANTRY_%s='%s'\n", knobs[i].name, gantry_knob(knobs[i].name));
}

static enum gantry_offload offload_policy(void)
{
    static const char *const names[] = {
        [GANTRY_OFFLOAD_DEFAULT] = "default",
        [GANTRY_OFFLOAD_MANDATORY] = "mandatory",
        [GANTRY_OFFLOAD_DISABLED] = "disabled",
    };
    const char *text = getenv("OMP_TARGET_OFFLOAD");
    if (!text || !*text)
        return GANTRY_OFFLOAD_DEFAULT;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcasecmp(text, names[i]) == 0)
            return (enum gantry_offload)i;
    gantry_failf(NULL, "OMP_TARGET_OFFLOAD=%s is none of mandatory, disabled, default", text);
}

static int default_device(void)
{
    const char *text = getenv("OMP_DEFAULT_DEVICE");
    uint64_t v = 0;
    if (text && *text && !(gantry_parse_number(text, &v) && v <= INT_MAX))
        gantry_warn("OMP_DEFAULT_DEVICE=%s is not a device number; device 0 is used", text);
    return v <= INT_MAX ? (int)v : 0;
}

static enum gantry_space space_policy(void)
{
    static const char *const names[] = {
        [GANTRY_SPACE_AUTO] = "auto",
        [GANTRY_SPACE_SHARED] = "shared",
        [GANTRY_SPACE_GLOBAL] = "global",
    };
    const char *text = gantry_knob("SPACE");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcasecmp(text, names[i]) == 0)
            return (enum gantry_space)i;
    gantry_warn("GANTRY_SPACE=%s is none of auto, shared, global; auto is used instead", text);
    return GANTRY_SPACE_AUTO;
}

static struct gantry_settings settings;
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;

static void read_settings(void)
{
    const char *devices = secure_getenv("GANTRY_DEVICES");
    settings = (struct gantry_settings){
        .offload = offload_policy(),
        .devices_set = devices && *devices,
        .default_device = default_device(),
        .teams = gantry_knob_number("TEAMS", 0),
        .threads = gantry_knob_number("THREADS", 0),
        .space = space_policy(),
    };
}

const struct gantry_settings *gantry_settings(void)
{
    pthread_once(&settings_once, read_settings);
    return &settings;
}
