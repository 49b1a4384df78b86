/* fibre.S: switching between stacks, for the System V ABI of x86-64.
 *
 * A fibre that does not run has on its stack, from its saved stack pointer on: r15 r14 r13 r12 rbx rbp, and the
 * address where it goes on. The floating-point control words are not part of it: all lanes share the rounding
 * mode. */
#if defined(__x86_64__)
    .text

/* void gantry_emu_swap(void **save, void *to) */
    .globl gantry_emu_swap
    .hidden gantry_emu_swap
    .type gantry_emu_swap, @function
    .p2align 4
gantry_emu_swap:
    .cfi_startproc
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    pushq %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbx, 0
    pushq %r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r12, 0
    pushq %r13
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r13, 0
    pushq %r14
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r14, 0
    pushq %r15
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r15, 0
    movq %rsp, (%rdi)
    /* from here on the same rules describe the other stack */
    movq %rsi, %rsp
    .globl gantry_emu_resume
    .hidden gantry_emu_resume
gantry_emu_resume:
    popq %r15
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r15
    popq %r14
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r14
    popq %r13
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r13
    popq %r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r12
    popq %rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbx
    popq %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbp
    /* All lanes wait in the same chain of calls, so the processor predicts this return and the next ones right. With a
     * jump here its return stack would be one off, and all predictions wrong. */
    retq
    .cfi_endproc
    .size gantry_emu_swap, . - gantry_emu_swap

/* Where a new fibre goes on: rbx = the fibre, r12 = its function, which never returns. Backtraces end here. */
    .globl gantry_emu_begin
    .hidden gantry_emu_begin
    .type gantry_emu_begin, @function
    .p2align 4
gantry_emu_begin:
    .cfi_startproc
    .cfi_undefined %rip
    movq %rbx, %rdi
    callq *%r12
    ud2
    .cfi_endproc
    .size gantry_emu_begin, . - gantry_emu_begin
#endif
    .section .note.GNU-stack, "", @progbits
