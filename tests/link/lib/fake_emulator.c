/* fake_emulator.c: an emulated device of one lane whose checks only report; runs the cases of checks.c. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_emulated.h"

static unsigned char arena[4096] __attribute__((aligned(256))), shadow[sizeof arena / 8];
unsigned char *__gd_emu_shadow = shadow;
static unsigned blocks[sizeof arena / 256];
unsigned *__gd_emu_blocks = blocks;
unsigned long long __gd_emu_base, __gd_emu_size = sizeof arena;
static struct __gd_emu_lane lane = {.ntid = 1, .nteams = 1, .width = 32};
_Thread_local struct __gd_emu_lane *__gd_emu_self = &lane;
static jmp_buf refused;
static struct gantry_module *module;

void __gantry_register_module(struct gantry_module *m)
{
    module = m;
    printf("module %s, %u images, first %s\n", m->name, m->nimages, m->images[0]->arch);
}

void __gantry_unregister_module(struct gantry_module *m)
{
    puts(m == module ? "unregistered" : "another module");
}

/* "arena +8", "image data", "elsewhere" */
static const char *where(const volatile void *p)
{
    static char s[64];
    const struct gantry_image *im = module->images[0];
    long off = (long)((const char *)p - (const char *)arena);
    if ((const char *)p >= (const char *)im->globals_begin && (const char *)p < (const char *)im->globals_end)
        return "image data";
    if (off < -5000 || off > 5000)
        return "elsewhere";
    snprintf(s, sizeof s, "arena %+ld", off);
    return s;
}

void __gd_emu_poison(void *p, unsigned long long n) { (void)p, (void)n; }
void __gd_emu_bad_access(const volatile void *p, unsigned long long n, const struct __gd_emu_site *s)
{
    static const char *const kinds[] = {"load", "store", "atomic", "load"};
    const char *place = where(p);
    printf("  bad %s of %llu at %s, %s:%d:%d in %s, site of %u\n", kinds[s->kind], n, place, s->file, s->line,
           s->col, s->func, s->size);
    if (strncmp(place, "arena", 5) == 0)
        longjmp(refused, 1);
}

void __gd_emu_bad_block(const volatile void *p, unsigned long long n, unsigned number, const struct __gd_emu_site *s)
{
    printf("  bad block: %llu bytes at %s, from block %u, %s:%d in %s\n", n, where(p), number, s->file, s->line, s->func);
    longjmp(refused, 1);
}

void __gd_emu_misaligned(const volatile void *p, unsigned long long n, unsigned long long by,
                         const struct __gd_emu_site *s)
{
    (void)by;
    printf("  misaligned: %llu bytes at %s, %s:%d in %s\n", n, where(p), s->file, s->line, s->func);
    longjmp(refused, 1);
}

void __gd_emu_argument(const volatile void *p, unsigned long long n, unsigned kind, const char *function,
                       const struct __gd_emu_site *s)
{
    printf("  %s, kind %u, %llu bytes at %s, %s:%d\n", function, kind, n, where(p), s->file, s->line);
}

void __gd_emu_format(const char *function, const struct __gd_emu_site *reads, const struct __gd_emu_site *writes,
                     const char *format, ...)
{
    (void)function, (void)reads, (void)writes, (void)format;
}

_Noreturn void __gd_emu_bad_index(const volatile void *p, unsigned long long n, const volatile void *o,
                                  unsigned long long size, const char *name, const struct __gd_emu_site *s)
{
    (void)name;
    printf("  bad index: %llu bytes at %+ld of %llu, %s:%d in %s\n", n,
           (long)((const char *)p - (const char *)o), size, s->file, s->line, s->func);
    longjmp(refused, 1);
}

void __gd_emu_barrier(unsigned id, unsigned lanes)
{
    (void)id, (void)lanes;
}

_Noreturn void __gd_emu_trap(const char *what, const char *file, int line)
{
    printf("trap %s %s:%d\n", what, file, line);
    exit(3);
}

void __gd_emu_yield(void) {}

unsigned __gd_emu_host_block(const volatile void *p)
{
    (void)p;
    return 0;
}

static void usable(int at, int n)
{
    for (int i = at; i < at + n; i++)
        shadow[i / 8] = (unsigned char)(i % 8 + 1);
}

/* arena: 13 bytes at 256, 8 points of 24 bytes (also seen as 24 doubles) at 1024, 5 packed of 9 bytes at 2048
 */
int emulate(int argc, char **argv)
{
    __gd_emu_base = (unsigned long long)arena;
    usable(256, 13);
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++)
        blocks[i] = i / 4;
    blocks[1] = 9;
    usable(1024, 24 * 8);
    usable(2048, 9 * 5);
    void *bytes = arena + 256, *points = arena + 1024, *packed = arena + 2048;
    struct gantry_env env = {.threads = 1, .thread_limit = 1, .lanes = 1};
    const struct gantry_image *im = module->images[0];
    for (unsigned i = 0; i < im->nsymbols; i++)
        printf("symbol %s, %u bytes, in %s\n", im->symbols[i].name, (unsigned)im->symbols[i].size,
               where(im->symbols[i].addr));
    for (int i = 1; i + 1 < argc; i += 2) {
        int what = atoi(argv[i]);
        long k = atol(argv[i + 1]);
        void *args[] = {&env, &what, &k, &bytes, &points, &points, &packed};
        printf("case %d, %ld\n", what, k);
        fflush(stdout);
        if (!setjmp(refused))
            im->kernels[0].entry(args);
    }
    return 0;
}

#ifndef SHARED
int main(int argc, char **argv)
{
    return emulate(argc, argv);
}
#endif
