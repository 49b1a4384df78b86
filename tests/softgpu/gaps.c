/* gaps.c: shared variables lie as ptxas lays them; strict, with gaps between them, so that an index beyond one is told. What a kernel
 * takes is said to be the same, and what the launch asks for lies behind, in both. */
#include "machine.h"

enum { THREADS = 32, ASKED = 128 };
/* a: 66 bytes, of which the last ones are a short's; b: a short in a word of its own, as far as the kernel asks; c: 16 of 16 bytes' alignment;
 * more: what the launch asks for. %r0: the thread, %r1: 4 times it, %r2, %r3, %r4, %r5: addresses of a, b, c and more; %rd1: the generic one of a */
static const struct program {
    const char *name, *body, *plain, *strict; /* what is told, NULL: nothing */
} programs[] = {
    {"within", "st.shared.u8 [%r2+65], 1;\nst.shared.u16 [%r3], 1;\nst.shared.v4.u32 [%r4], {1, 2, 3, 4};\nadd.u32 %r6, %r5, %r1;\nst.shared.u32 [%r6], %r0;\n", NULL, NULL},
    {"behind", "st.shared.u16 [%r2+66], 1;\n", NULL, "store of 2 bytes at byte 66 of the shared variable 'a', which has 66 bytes"},
    {"before", "st.shared.u16 [%r3+-2], 1;\n", NULL, "store of 2 bytes at byte -2 of the shared variable 'b', which has 2 bytes"},
    {"across", "ld.shared.u32 %r6, [%r2+64];\n", NULL, "load of 4 bytes at byte 64 of the shared variable 'a', which has 66 bytes"},
    {"in_padding", "ld.shared.u32 %r6, [%r4+-4];\n", NULL, "load of 4 bytes at byte -4 of the shared variable 'c', which has 16 bytes"},
    {"generic", "ld.u16 %r6, [%rd1+66];\n", NULL, "load of 2 bytes at byte 66 of the shared variable 'a', which has 66 bytes"},
    {"atomic", "atom.shared.add.u32 %r6, [%r4+16], 1;\n", NULL, "atomic operation of 4 bytes at byte 16 of the shared variable 'c', which has 16 bytes"},
    /* an atomic operation of a short is made of one of its word */
    {"atomic_of_a_short", "setp.ne.u32 %p1, %r0, 0;\n@%p1 bra $e;\nand.b32 %r6, %r3, 0xfffffffc;\nld.volatile.shared.u32 %r7, [%r6];\natom.shared.cas.b32 %r8, [%r6], %r7, 5;\n", NULL, NULL},
    {"asked", "add.u32 %r6, %r5, 124;\nst.shared.u32 [%r6], 1;\n", NULL, NULL},
    {"beyond_asked", "add.u32 %r6, %r5, 128;\nst.shared.u32 [%r6], 1;\n", "store of 4 bytes at offset 224 of shared memory, which has 224 bytes", "store of 4 bytes at offset 128 of shared memory, which has 128 bytes"},
    {"race", "add.u32 %r6, %r2, 4;\nst.shared.u32 [%r6], %r0;\n", NULL, "race on byte 4 of the shared variable a (66 bytes)"},
    {"race_of_asked", "add.u32 %r6, %r5, 4;\nst.shared.u32 [%r6], %r0;\n", NULL, "race on byte 4 of shared memory that the launch asked for"},
    {"size", "mov.u32 %r6, %total_smem_size;\nsetp.ne.u32 %p1, %r6, 224;\n@%p1 trap;\nmov.u32 %r6, %dynamic_smem_size;\nsetp.ne.u32 %p1, %r6, 128;\n@%p1 trap;\n", NULL, NULL},
};

static int child(const char *library, const struct program *p)
{
    static char text[4096];
    int shared = 0;
    snprintf(text, sizeof text,
             PTX ".extern .shared .align 4 .b8 more[];\n.visible .entry k()\n{\n.reg .b32 %%r<16>;\n.reg .b64 %%rd<4>;\n.reg .pred %%p<4>;\n"
                 ".shared .align 4 .b8 a[66];\n.shared .align 2 .b8 b[2];\n.shared .align 16 .b8 c[16];\n"
                 "mov.u32 %%r0, %%tid.x;\nshl.b32 %%r1, %%r0, 2;\nmov.u32 %%r2, a;\nmov.u32 %%r3, b;\nmov.u32 %%r4, c;\nmov.u32 %%r5, more;\n"
                 "cvt.u64.u32 %%rd1, %%r2;\ncvta.shared.u64 %%rd1, %%rd1;\n%s$e:\nret;\n}\n",
             p->body);
    machine_open(library);
    handle f = machine_kernel(text, "k");
    CHECK(cuFuncGetAttribute(&shared, 1, f) == 0);
    CHECK(shared == 96); /* 66, 2, 12 of padding, 16 */
    int code = cuLaunchKernel(f, 1, 1, 1, THREADS, 1, 1, ASKED, NULL, NULL, NULL);
    code = code ? code : cuCtxSynchronize();
    printf("error %d\n", code);
    return failures != 0;
}

static void expect(char **argv, const struct program *p, const char *told, int strict)
{
    char command[2048];
    int n = snprintf(command, sizeof command, "GANTRY_SOFTGPU_STRICT=%d '%s' '%s' %s >%s.%d.out 2>&1 && ", strict, argv[0], argv[1], p->name, p->name, strict);
    if (told)
        snprintf(command + n, sizeof command - (size_t)n, "grep -qF \"%s\" %s.%d.out && ! grep -q '^error 0$' %s.%d.out", told, p->name, strict, p->name, strict);
    else
        snprintf(command + n, sizeof command - (size_t)n, "grep -q '^error 0$' %s.%d.out && ! grep -q softgpu: %s.%d.out", p->name, strict, p->name, strict);
    if (system(command)) {
        printf("%s, strict %d: not as expected\n", p->name, strict);
        failures++;
    }
}

int main(int argc, char **argv)
{
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
        if (argc > 2 && !strcmp(argv[2], programs[k].name))
            return child(argv[1], &programs[k]);
        if (argc == 2) {
            expect(argv, &programs[k], programs[k].plain, 0);
            expect(argv, &programs[k], programs[k].strict, 1);
        }
    }
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
