/* asks.c: GANTRY_REPLAY, which `gantry replay` sets: words separated by commas, the last of them file=FILE, whose name
 * may hold commas. */
#include <stdlib.h>
#include <string.h>

#include "replay.h"

static struct gantry_replay_asked asked;

static const char *value_of(const char *word, const char *name)
{
    size_t n = strlen(name);
    return strncmp(word, name, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}

static void take(const char *word)
{
    const struct {
        const char *name, **text;
        uint64_t *number;
        bool *flag;
    } words[] = {{"region", &asked.region, NULL, NULL},  {"as", &asked.as, NULL, NULL},
                 {"arch", &asked.arch, NULL, NULL},      {"launch", NULL, &asked.launch, NULL},
                 {"teams", NULL, &asked.teams, NULL},    {"threads", NULL, &asked.threads, NULL},
                 {"lanes", NULL, &asked.lanes, NULL},    {"time", NULL, &asked.times, NULL},
                 {"times", &asked.times_to, NULL, NULL}, {"host", NULL, NULL, &asked.host},
                 {"place", NULL, NULL, &asked.place},    {"limits", &asked.limits_to, NULL, NULL},
                 {"null", NULL, NULL, &asked.null}};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const char *value = words[i].flag ? NULL : value_of(word, words[i].name);
        if (words[i].flag && strcmp(word, words[i].name) == 0)
            *words[i].flag = true;
        else if (value && words[i].text)
            *words[i].text = value;
        else if (value && (!gantry_parse_number(value, words[i].number) || *words[i].number > INT32_MAX))
            gantry_failf(NULL, "GANTRY_REPLAY: %s is not a number up to %d", word, INT32_MAX);
        else if (!value)
            continue;
        return;
    }
    gantry_failf(NULL, "GANTRY_REPLAY: '%s' is no word of it; 'gantry replay' sets it (gantry help replay)", word);
}

const struct gantry_replay_asked *gantry_replay_asked(void)
{
    const char *text = gantry_knob("REPLAY");
    if (!*text || asked.file)
        return asked.file ? &asked : NULL;
    char *copy = strdup(text), *at = copy;
    if (!copy)
        gantry_verify_no_memory();
    asked.region = asked.as = asked.arch = asked.times_to = asked.limits_to = "";
    while (at && !value_of(at, "file")) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma = 0;
        if (*at)
            take(at);
        at = comma ? comma + 1 : NULL;
    }
    if (!at)
        gantry_failf(NULL, "GANTRY_REPLAY: there is no file=FILE");
    asked.file = value_of(at, "file");
    return &asked;
}
