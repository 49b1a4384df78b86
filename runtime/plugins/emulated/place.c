/* place.c: code addresses to places in the source: by LLVM's or GNU's symboliser where one is installed, else function
 * and offset from the dynamic symbols. Used when a program is about to stop: slow is good enough. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulated.h"

extern char **environ;

static const struct tool {
    const char *name;
    const char *const options[5];
    const char *object;
} tools[] = {
    {"llvm-symbolizer-19", {"--output-style=GNU", "--functions=linkage", "--inlines", "--addresses"}, "--obj="},
    {"llvm-symbolizer", {"--output-style=GNU", "--functions=linkage", "--inlines", "--addresses"}, "--obj="},
    {"addr2line", {"-f", "-i", "-a"}, "--exe="},
};

static bool spawn(char *const *argv, pid_t *pid, FILE **out)
{
    posix_spawn_file_actions_t actions;
    int fd[2];
    if (pipe2(fd, O_CLOEXEC))
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

static void split_place(char *text, struct emu_place *p)
{
    char *note = strstr(text, " (");
    char *colon;
    if (note)
        *note = 0;
    if (!(colon = strrchr(text, ':')))
        return;
    p->line = atoi(colon + 1);
    *colon = 0;
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

/* Output is an address per frame, then a function and a place per inlined call, innermost first. */
static bool read_output(FILE *f, struct emu_place *out)
{
    char line[512];
    struct emu_place p = {0};
    bool at_function = false;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "0x", 2) == 0) {
            at_function = true;
        } else if (at_function) {
            memset(&p, 0, sizeof p);
            snprintf(p.function, sizeof p.function, "%.*s", (int)sizeof p.function - 1, line);
            at_function = false;
        } else {
            at_function = true;
            split_place(line, &p);
            if (is_ours(p.function) || p.function[0] == '?')
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

static bool ask(const struct tool *t, const char *module, const uint64_t *addresses, int n, struct emu_place *out)
{
    char object[600], text[EMU_FRAMES][24], *argv[EMU_FRAMES + 8];
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
    bool found = read_output(f, out);
    fclose(f);
    waitpid(pid, &status, 0);
    return found;
}

/* what the module's file calls the address */
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

/* All frames of one module at a time, innermost first: the first place found is what the user wants to see. */
void emu_place_of(void *const *frames, int n, bool exact, struct emu_place *out)
{
    Dl_info infos[EMU_FRAMES];
    uint64_t addresses[EMU_FRAMES];
    memset(out, 0, sizeof *out);
    if (n > EMU_FRAMES)
        n = EMU_FRAMES;
    for (int i = 0; i < n; i++) {
        uintptr_t a = (uintptr_t)frames[i] - (exact && i == 0 ? 0 : 1); /* the call, not what follows it */
        if (!dladdr((void *)a, &infos[i]))
            infos[i].dli_fbase = NULL;
        addresses[i] = infos[i].dli_fbase ? in_file(&infos[i], a) : 0;
    }
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && infos[end].dli_fbase == infos[i].dli_fbase; end++)
            ;
        for (size_t t = 0; infos[i].dli_fbase && t < sizeof tools / sizeof *tools; t++)
            if (ask(&tools[t], path_of(&infos[i]), &addresses[i], end - i, out))
                return;
    }
    for (int i = 0; i < n && !out->function[0]; i++)
        if (infos[i].dli_fbase && !(infos[i].dli_sname && is_ours(infos[i].dli_sname)))
            by_symbol(&infos[i], (uintptr_t)frames[i], out);
}
