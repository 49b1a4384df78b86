/* gantry_emulated.h: what code compiled for the emulated device calls in the process it runs in (implemented in
 * runtime/plugins/emulated), used by runtime/device/hw_emulated.h and by the access checks the device link inserts.
 *
 * A lane is a fibre on an OS thread; a team never leaves its OS thread and each OS thread runs one team at a time, so
 * _Thread_local storage of an image is exactly team-shared memory. */
#ifndef GANTRY_EMULATED_H
#define GANTRY_EMULATED_H

struct __gd_emu_lane { /* hardware ids of the running lane */
    unsigned tid, ntid, team, nteams; /* lane number in the block, block size in lanes */
    unsigned lane, width;             /* in the warp, warp width (32 or 64) */
    unsigned long long dynamic_shared; /* address of the team's dynamic shared memory, 0 if none */
};
extern _Thread_local struct __gd_emu_lane *__gd_emu_self;

void __gd_emu_barrier(unsigned id, unsigned lanes); /* lanes 0 = all live lanes of the team; arrives by whole warps */
void __gd_emu_warp_sync(unsigned long long mask);
unsigned long long __gd_emu_shuffle(unsigned long long mask, unsigned long long value, unsigned src_lane);
unsigned long long __gd_emu_ballot(unsigned long long mask, int pred);
unsigned long long __gd_emu_active(void);
void __gd_emu_yield(void);       /* a spinning lane must let others run */
unsigned long long __gd_emu_clock(void);
void *__gd_emu_malloc(unsigned long long size); /* from the device arena; NULL when it is full */
void __gd_emu_free(void *p);
_Noreturn void __gd_emu_trap(const char *what, const char *file, int line);

/* ---- access check. Device memory is one reserved range [base, base+size); shadow holds a byte per 8 bytes of it:
 * how many of them, from the first, may be used (0 = none … 8 = all). A check passes at once when the access lies in
 * the range and its shadow allows it; anything else goes to __gd_emu_bad_access, which still accepts the lane's own
 * stack, team-shared memory and the image's globals, and otherwise reports variable, place and lane, and ends the
 * program with a non-zero status. ---- */
extern unsigned char *__gd_emu_shadow;
extern unsigned long long __gd_emu_base, __gd_emu_size;
struct __gd_emu_site { /* one per load or store in the program; static data of the image */
    const char *file, *func;
    int line, col;
    unsigned kind; /* 0 load, 1 store, 2 atomic */
    unsigned size; /* bytes; 0 = known at run time only */
};
void __gd_emu_bad_access(const volatile void *p, unsigned long long size, const struct __gd_emu_site *site);
/* index outside a local or shared array whose size is known */
_Noreturn void __gd_emu_bad_index(const volatile void *p, unsigned long long size, const volatile void *object,
                                  unsigned long long object_size, const struct __gd_emu_site *site);

#endif
