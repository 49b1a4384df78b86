/* place.c: code addresses to places in the source: by LLVM's or GNU's symboliser where one is installed, else
 * function and offset from the dynamic symbols. Used when a program is about to stop: slow is good enough. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulated.h"

extern char **environ;

static const struct tool {
    const char *name;
    const char *const options[5];
    const char *object;
} tools[] = {
    {"llvm-symbolizer-19", {"--functions=linkage", "--inlines", "--addresses"}, "--obj="},
    {"llvm-symbolizer", {"--functions=linkage", "--inlines", "--addresses"}, "--obj="},
    {"addr2line", {"-f", "-i", "-a"}, "--exe="},
};

static bool spawn(char *const *argv, pid_t *pid, FILE **out)
{
    posix_spawn_file_actions_t actions;
    int fd[2];
    if (getauxval(AT_SECURE) || pipe2(fd, O_CLOEXEC)) /* a set-user-id program runs nothing that PATH names */
        return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fd[1], 1);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int rc = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(fd[1]);
    *out = rc ? NULL : fdopen(fd[0], "r");
    if (*out)
        return true;
    close(fd[0]);
    return false;
}

/* cuts ":12" off the end; -1 where there is none */
static int cut_number(char *text)
{
    char *colon = strrchr(text, ':');
    if (!colon || colon[1 + strspn(colon + 1, "0123456789")] || !colon[1])
        return -1;
    *colon = 0;
    return atoi(colon + 1);
}

/* "file:line" or "file:line:column", perhaps with a note in parentheses */
static void split_place(char *text, struct emu_place *p)
{
    char here[512], *note = strstr(text, " (");
    if (note)
        *note = 0;
    int last = cut_number(text), before = last < 0 ? -1 : cut_number(text);
    p->line = before < 0 ? last : before;
    p->col = before < 0 ? 0 : last;
    size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (n && strncmp(text, here, n) == 0 && text[n] == '/')
        text += n + 1;
    snprintf(p->file, sizeof p->file, "%.*s", (int)sizeof p->file - 1, text);
}

static bool is_ours(const char *function)
{
    static const char *const prefixes[] = {"__gd_", "emu_", "gantry_emu_", "gantry_check_", "hw_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(function, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Their static functions have names like the user's; they have places where they were built with debug information. */
static bool is_our_file(const char *place)
{
    return strstr(place, "/runtime/check/") || strstr(place, "/runtime/plugins/emulated/");
}

/* Output is an address per frame, then a function and a place per inlined call, innermost first. only: the function
 * that counts, or NULL */
static bool read_output(FILE *f, const char *only, struct emu_place *out)
{
    char line[512];
    struct emu_place p = {0};
    bool at_function = false;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (!line[0])
            continue;
        if (strncmp(line, "0x", 2) == 0) {
            at_function = true;
        } else if (at_function) {
            memset(&p, 0, sizeof p);
            snprintf(p.function, sizeof p.function, "%.*s", (int)sizeof p.function - 1, line);
            at_function = false;
        } else {
            bool ours = is_ours(p.function) || is_our_file(line);
            at_function = true;
            split_place(line, &p);
            if (ours || p.function[0] == '?' || (only && strcmp(p.function, only) != 0))
                continue;
            if (p.line > 0 && p.file[0] != '?') {
                *out = p;
                return true;
            }
            if (!out->function[0]) /* better than nothing */
                memcpy(out->function, p.function, sizeof out->function);
        }
    }
    return false;
}

enum { ASKED = 128 }; /* addresses at once */

static bool ask(const struct tool *t, const char *module, const uint64_t *addresses, int n, const char *only,
                struct emu_place *out)
{
    char object[600], text[ASKED][24], *argv[ASKED + 8];
    int argc = 0, status;
    pid_t pid;
    FILE *f;
    snprintf(object, sizeof object, "%s%s", t->object, module);
    argv[argc++] = (char *)t->name;
    for (int i = 0; i < 5 && t->options[i]; i++)
        argv[argc++] = (char *)t->options[i];
    argv[argc++] = object;
    for (int i = 0; i < n; i++) {
        snprintf(text[i], sizeof text[i], "%#llx", (unsigned long long)addresses[i]);
        argv[argc++] = text[i];
    }
    argv[argc] = NULL;
    if (!spawn(argv, &pid, &f))
        return false;
    bool found = read_output(f, only, out);
    fclose(f);
    waitpid(pid, &status, 0);
    return found;
}

/* the address as the module's file counts it */
static uint64_t in_file(const Dl_info *info, uintptr_t address)
{
    const Elf64_Ehdr *e = info->dli_fbase;
    return e->e_type == ET_EXEC ? address : address - (uintptr_t)info->dli_fbase;
}

static const char *path_of(const Dl_info *info)
{
    return access(info->dli_fname, R_OK) == 0 ? info->dli_fname : "/proc/self/exe";
}

static void by_symbol(const Dl_info *info, uintptr_t address, struct emu_place *out)
{
    if (info->dli_sname)
        snprintf(out->function, sizeof out->function, "%.60s+%#llx", info->dli_sname,
                 (unsigned long long)(address - (uintptr_t)info->dli_saddr));
    else
        snprintf(out->function, sizeof out->function, "%.60s+%#llx", info->dli_fname,
                 (unsigned long long)in_file(info, address));
}

struct frames {
    Dl_info info[EMU_FRAMES];
    uint64_t address[EMU_FRAMES];
    int n;
};

static void find_modules(void *const *frames, int n, bool exact, struct frames *f)
{
    f->n = n < EMU_FRAMES ? n : EMU_FRAMES;
    for (int i = 0; i < f->n; i++) {
        uintptr_t a = (uintptr_t)frames[i] - (exact && i == 0 ? 0 : 1); /* the call, not what follows it */
        if (!dladdr((void *)a, &f->info[i]))
            f->info[i].dli_fbase = NULL;
        f->address[i] = f->info[i].dli_fbase ? in_file(&f->info[i], a) : 0;
    }
}

void emu_place_of(void *const *frames, int n, bool exact, void (*kernel)(void **), struct emu_place *out)
{
    struct frames f;
    Dl_info module;
    uint64_t addresses[EMU_FRAMES];
    int count = 0, first = -1;
    memset(out, 0, sizeof *out);
    find_modules(frames, n, exact, &f);
    if (!dladdr((void *)kernel, &module))
        return;
    for (int i = 0; i < f.n; i++)
        if (f.info[i].dli_fbase == module.dli_fbase) {
            first = first < 0 ? i : first;
            addresses[count++] = f.address[i];
        }
    for (size_t t = 0; count && t < sizeof tools / sizeof *tools; t++)
        if (ask(&tools[t], path_of(&module), addresses, count, NULL, out))
            return;
    if (!out->function[0] && f.n > 0 && f.info[first < 0 ? 0 : first].dli_fbase)
        by_symbol(&f.info[first < 0 ? 0 : first], (uintptr_t)frames[first < 0 ? 0 : first], out);
}

bool emu_place_of_call(const void *returns_to, struct emu_place *out)
{
    struct frames f;
    memset(out, 0, sizeof *out);
    find_modules((void *const *)&returns_to, 1, false, &f);
    for (size_t t = 0; f.info[0].dli_fbase && t < sizeof tools / sizeof *tools && !out->function[0]; t++)
        ask(&tools[t], path_of(&f.info[0]), f.address, 1, NULL, out);
    return out->function[0] != 0;
}

bool emu_place_near(const void *returns_to, struct emu_place *p)
{
    enum { BEHIND = 96, STEP = 2 }; /* most instructions are longer */
    uint64_t addresses[ASKED];
    char function[sizeof p->function];
    Dl_info info;
    if (!dladdr(returns_to, &info))
        return false;
    uint64_t at = in_file(&info, (uintptr_t)returns_to);
    for (int i = 0; i < ASKED; i++)
        addresses[i] = i < BEHIND ? at + STEP * (unsigned)i : at - STEP * (unsigned)(i - BEHIND + 1);
    memcpy(function, p->function, sizeof function);
    for (size_t t = 0; t < sizeof tools / sizeof *tools; t++)
        if (ask(&tools[t], path_of(&info), addresses, ASKED, function, p)) {
            p->col = 0;
            return true;
        }
    return false;
}
