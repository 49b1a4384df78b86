/* leave.c: the begin of a process, and its end, whichever way that comes: the summary, the golden run, and the exit
 * status. */
#define _GNU_SOURCE 1 /* dladdr, dl_iterate_phdr */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify.h"

enum { STATUS_NOTHING = 2, STATUS_DIFFERENCES = 3 };

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__Exit(int status);

static bool changed; /* exit has been called again, with another status */
static int golden_status;

/* ---- the exit status ---- */
static int wanted(int status)
{
    uint64_t differing, compared = gantry_process_children(&differing);
    if (gantry_account_differs() || differing)
        return STATUS_DIFFERENCES;
    if (gantry_process_is_child() || compared || status != 0)
        return status;
    return gantry_verify_options()->strict && !gantry_account_compared() ? STATUS_NOTHING : status;
}

/* With what is wanted of verify and of the golden run */
static int status_of(int status)
{
    int now = gantry_verify_options()->off ? status : wanted(status);
    return golden_status == STATUS_DIFFERENCES || (golden_status && now == 0) ? golden_status : now;
}

static void end_golden(void)
{
    static bool ended;
    if (ended || !gantry_golden_asked() || gantry_process_is_child())
        return;
    ended = true;
    gantry_account_list_unrecorded();
    golden_status = gantry_golden_end();
}

/* The last of the program's handlers: it was the first to be registered. exit() goes on where it was. */
static void at_exit(int status, void *unused)
{
    (void)unused;
    if (!gantry_process_counts())
        return;
    end_golden();
    int now = status_of(status);
    if (now == status)
        return;
    changed = true;
    exit(now); // NOLINT: glibc goes on with the handlers that are left
}

/* The handlers of quick_exit are not told the status: differences alone change it. */
static void at_quick(void)
{
    if (!gantry_process_counts())
        return;
    end_golden();
    if (status_of(0) == STATUS_DIFFERENCES)
        __real__exit(STATUS_DIFFERENCES);
}

/* Regions in destructors run after the exit handlers. */
__attribute__((destructor(101))) static void at_end(void)
{
    if (gantry_process_counts() && !gantry_verify_options()->off && !changed && wanted(0) == STATUS_DIFFERENCES) {
        fflush(NULL);
        gantry_golden_save();
        __real__exit(STATUS_DIFFERENCES);
    }
}

/* ---- _exit ---- */
/* Of a golden run what has not been written yet; by _exit and quick_exit its summary, too. */
static void save_golden(void)
{
    if (gantry_process_is_leaving())
        end_golden();
    else
        gantry_golden_save();
}

/* A signal handler may have called it: who writes is another thread, for which this one waits a while. */
_Noreturn void __wrap__exit(int status)
{
    if (!gantry_process_counts() || gantry_failing())
        __real__exit(status);
    gantry_process_leaves();
    gantry_end_anywhere();
    __real__exit(status_of(status));
}

_Noreturn void __wrap__Exit(int status) { __wrap__exit(status); }

/* ---- a shared library with -fverify in a program whose runtime has none ---- */
/* The first object of the process with the runtime's note serves all (runtime/host/entry.c); those with this library
 * have a note of this name beside it. */
#define NOTE_NAME "GantryVerify"
__asm__(".pushsection .note.gantry_verify,\"a\",@note\n"
        ".balign 4\n"
        ".long 13, 0, 1\n"
        ".asciz \"" NOTE_NAME "\"\n"
        ".balign 4\n"
        ".popsection\n");

static bool has_note(const struct dl_phdr_info *info, const char *name)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const char *at = (const char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        const char *end = info->dlpi_phdr[i].p_type == PT_NOTE ? at + info->dlpi_phdr[i].p_memsz : at;
        while ((size_t)(end - at) >= sizeof(Elf64_Nhdr)) {
            Elf64_Nhdr h;
            memcpy(&h, at, sizeof h);
            if (h.n_namesz == strlen(name) + 1 && memcmp(at + sizeof h, name, h.n_namesz) == 0)
                return true;
            size_t size = sizeof h + ((h.n_namesz + 3u) & ~3u) + ((h.n_descsz + 3u) & ~3u);
            at += size < (size_t)(end - at) ? size : (size_t)(end - at);
        }
    }
    return false;
}

static int look_for_serving(struct dl_phdr_info *info, size_t size, void *unverified)
{
    (void)size;
    if (!has_note(info, "Gantry"))
        return 0;
    *(bool *)unverified = !has_note(info, NOTE_NAME);
    return 1;
}

static void say_unserved(void)
{
    bool unverified = false;
    Dl_info here = {0};
    dl_iterate_phdr(look_for_serving, &unverified);
    if (unverified && dladdr((void *)(uintptr_t)say_unserved, &here))
        fprintf(stderr,
                "gantry verify: regions of %s are not compared: the runtime that serves the program was linked without "
                "-fverify; link the program with it, too\n",
                here.dli_fname);
}

/* A process may hold several copies of this library, as of the runtime (runtime/host/entry.c): one is active. */
__attribute__((constructor(102))) static void at_start(void)
{
    if (!gantry_elected()) {
        say_unserved();
        return;
    }
    gantry_knobs_have_reader();
    if (gantry_verify_options()->idle || *gantry_knob("REPLAY")) /* replay.c reports itself */
        return;
    gantry_process_begins(!gantry_verify_options()->off);
    on_exit(at_exit, NULL);
    at_quick_exit(at_quick);
    gantry_golden_start();
    if (gantry_golden_asked())
        gantry_at_end(save_golden);
    if (!gantry_verify_options()->off)
        gantry_at_end(gantry_account_summary);
    at_quick_exit(gantry_process_leaves); /* the first of its handlers */
}
