/* gantry_told.h: what device C of programs built with -fcheck tells about whose code runs ("logical order" in
 * gantry_emulated.h), and the device runtime too. Generated code tells within __GD_TELL(…), which is nothing on other
 * devices than the emulated one. */
#ifndef GANTRY_TOLD_H
#define GANTRY_TOLD_H

#ifndef __GANTRY_EMULATED__
#define __GD_CONSTRUCT(...)
#define __GD_TELL(...)
#define __GD_UNTOLD(condition) (condition)
#define __GD_COPY(clause)
#define __GD_APART
#define __GD_TOLD_MEMBER
#define __GD_WITHIN(p, skip, bytes, name) (p)
#define __GD_SECTION(p, back) __gd_shifted(p, back)
#else

#include "gantry_emulated.h"

/* NAME, then the members of struct __gd_emu_construct */
#define __GD_CONSTRUCT(name, ...) static const struct __gd_emu_construct name = {__VA_ARGS__};
#define __GD_TELL(...) __VA_ARGS__
#define register /* of what iterations of simd loops share the address is told */
/* a copy without a value: "gantry private 12 x file.c", the clause that makes it (src/link/uninit_locals.c) */
#define __GD_COPY(clause) __attribute__((annotate(clause)))
/* of the function of a parallel region: its variables lie below what the thread has that meets it
 * (__gd_emu_tell_nested); and of a function that meets tasks: its variables lie below its callers'
 * (__gd_emu_tell_task_begin) */
#define __GD_APART __attribute__((noinline))
/* after each member of what a kernel keeps in team-shared memory: it has its origins for itself; and what tells of them
 */
#define __GD_TOLD_MEMBER __attribute__((aligned(__GD_EMU_ORIGIN_BYTES)))
#define __GD_MEMBERS(S, ...) const struct __gd_emu_member S##__members[] = {__VA_ARGS__};
#define __GD_MEMBER(S, member, name, file, func, line, col)                                                            \
    {{name, file, func, line, col, 0}, __builtin_offsetof(struct S, member), sizeof(((struct S *)0)->member)},
/* A variable begins that lies in memory for longer: it has no value (src/link/uninit_before.c). By one lane, while no
 * other uses it. */
__GD_INLINE void __gd_tell_unwritten(const volatile void *p, __gd_u64 bytes, const char *name)
{
    (void)p, (void)bytes, (void)name;
}
/* p, which generated code knows to lead to a variable: that begins `skip` bytes behind p and has so many bytes. The
 * device link judges accesses through p by that, and then takes the call away (src/link/access.c). */
__GD_INLINE void *__gd_within(const volatile void *p, __gd_u64 skip, __gd_u64 bytes, const char *name)
{
    (void)skip, (void)bytes, (void)name;
    return (void *)p;
}
#define __GD_WITHIN(p, skip, bytes, name) __gd_within(p, skip, bytes, name)
/* What the program calls a copy of a section: that begins at p, and so far behind the beginning of the array. */
__GD_INLINE void *__gd_section(void *p, __gd_u64 back)
{
    __gd_u64 at = (__gd_u64)p - back;
    __asm__("" : "+r"(at)); /* compilers must not follow: it may lie outside of what p points into */
    __gd_emu_reached(p, (void *)at);
    return (void *)at;
}
#define __GD_SECTION(p, back) __gd_section(p, back)
#define __GD_UNTOLD(condition) 0 /* code that does not number its iterations is left out */

/* the place of the calling lane, which is about to change */
__GD_INLINE struct __gd_emu_place *__gd_place(void)
{
    struct __gd_emu_place *p = __gd_emu_self->place;
    *(volatile unsigned *)&p->row = 0; /* the judge sets it, which the optimiser does not see */
    return p;
}
__GD_INLINE void __gd_off(void) { __gd_emu_self->place->off++; }
__GD_INLINE void __gd_on(void) { __gd_emu_self->place->off--; }

/* ---- parallel regions of the team. Forks and joins are counted by the team's code; a lane that begins to run the
 * region's code becomes one of its threads. ---- */
__GD_INLINE void __gd_tell_forks(void) { __gd_place()->forks++; }
__GD_INLINE void __gd_tell_region_of(struct __gd_emu_place *p, __gd_u32 thread, __gd_u32 threads)
{
    p->thread = thread;
    p->threads = threads;
    p->barriers = p->divided = p->syncs = p->nested = p->several = p->one = 0;
    p->barrier = 0;
    p->team.of = 0;
    p->asked &= ~(unsigned)__GD_EMU_TEAM;
}
__GD_INLINE void __gd_tell_begins(__gd_u32 thread, __gd_u32 threads)
{
    __gd_tell_region_of(__gd_place(), thread + 1, threads);
    __gd_emu_tell_fork();
}
__GD_INLINE void __gd_tell_ends(void)
{
    __gd_tell_region_of(__gd_place(), 0, 0);
    __gd_emu_tell_join();
}
/* in an SPMD kernel, where all lanes run the team's code */
__GD_INLINE void __gd_tell_fork(__gd_u32 thread, __gd_u32 threads)
{
    __gd_tell_forks();
    __gd_tell_begins(thread, threads);
}
__GD_INLINE void __gd_tell_join(void)
{
    __gd_tell_forks();
    __gd_tell_ends();
}

/* After a guard: the first of so many lanes ran the code for all, and may have locked, synchronised, or asked. */
__GD_INLINE void __gd_tell_take(__gd_u32 level, __gd_u32 lanes)
{
    if (lanes > 1)
        __gd_emu_place_take(__gd_emu_self->tid & ~(lanes - 1), level);
}

/* What came before in the nested region, or before it, is over. Not for one iteration of another. */
__GD_INLINE void __gd_tell_nested_sync(struct __gd_emu_place *p) { p->syncs += p->several & 1 && !p->group.of; }

/* Not all threads of a nested region run what follows; they do. */
__GD_INLINE void __gd_tell_one(void) { __gd_emu_self->place->one++; }
__GD_INLINE void __gd_tell_all(void) { __gd_emu_self->place->one--; }

/* ---- barriers of the program ---- */
__GD_INLINE void __gd_tell_barrier(const struct __gd_emu_construct *of)
{
    struct __gd_emu_place *p = __gd_place();
    if (p->nested)
        __gd_tell_nested_sync(p);
    if (p->nested || !p->threads)
        return;
    p->barriers++;
    p->barrier = of;
    __gd_emu_tell_barrier(of);
}

/* ---- iterations. `levels` are those at which the construct's iterations are told: a thread that is alone has them
 * all, and a simd loop within another adds nothing. `counted`: those that were told of by whoever began the construct;
 * `not_asked`: those that a condition of the program has taken away. ---- */
__GD_INLINE __gd_u32 __gd_tell_levels(const struct __gd_emu_place *p, const struct __gd_emu_construct *of,
                                      __gd_u32 levels)
{
    const __gd_u32 concurrent = levels & __GD_EMU_CONCURRENT;
    if (of->one && __gd_emu_self->nteams == 1 && !concurrent)
        levels &= ~(__gd_u32)__GD_EMU_LEAGUE;
    if (levels & __GD_EMU_TEAM && (p->nested ? p->several & 1 || concurrent : p->threads == 1 && concurrent))
        levels |= __GD_EMU_GROUP;
    if (p->nested || p->threads <= 1)
        levels &= ~(__gd_u32)__GD_EMU_TEAM;
    if (p->group.of)
        levels &= ~(__gd_u32)__GD_EMU_GROUP;
    return levels;
}
__GD_INLINE __gd_u32 __gd_tell_loop(const struct __gd_emu_construct *of, __gd_u32 counted, __gd_u32 not_asked)
{
    struct __gd_emu_place *p = __gd_place();
    __gd_u32 levels = __gd_tell_levels(p, of, of->free & ~not_asked);
    p->distributed += (of->free & ~counted & __GD_EMU_LEAGUE) != 0;
    p->divided += (levels & __GD_EMU_TEAM) != 0;
    p->syncs += (levels & __GD_EMU_GROUP) != 0;
    p->one += (levels & __GD_EMU_OWNED) != 0;
    return levels;
}
__GD_INLINE void __gd_tell_at(const struct __gd_emu_construct *of, __gd_u32 levels, __gd_u64 k)
{
    struct __gd_emu_place *p = __gd_place();
    if (levels & __GD_EMU_LEAGUE)
        p->league = (struct __gd_emu_iteration){of, k, p->distributed};
    if (levels & __GD_EMU_TEAM)
        p->team = (struct __gd_emu_iteration){of, k, p->divided};
    if (levels & __GD_EMU_GROUP)
        p->group = (struct __gd_emu_iteration){of, k, p->syncs};
}
__GD_INLINE void __gd_tell_loop_end(__gd_u32 levels)
{
    struct __gd_emu_place *p = __gd_place();
    if (levels & __GD_EMU_LEAGUE)
        p->league.of = 0;
    p->one -= (levels & __GD_EMU_OWNED) != 0;
    if (levels & __GD_EMU_TEAM)
        p->team.of = 0;
    if (levels & __GD_EMU_GROUP) {
        p->group.of = 0;
        p->syncs++;
    }
}
/* what a construct stores at its end; `levels`: of those that did it together */
__GD_INLINE __gd_u32 __gd_tell_result(const struct __gd_emu_construct *of, __gd_u32 levels)
{
    levels = __gd_tell_levels(__gd_place(), of, levels);
    __gd_tell_at(of, levels, (__gd_u64)__GD_EMU_RESULT);
    return levels;
}

/* a distributed loop that forks for each of its ranges counts as one region */
__GD_INLINE __gd_u32 __gd_tell_ranges(void)
{
    struct __gd_emu_place *p = __gd_place();
    p->distributed++;
    return p->forks;
}
__GD_INLINE void __gd_tell_range(__gd_u32 forks) { __gd_place()->forks = forks; }

/* ---- order by keys. That of a construct that a team has come to, and of a number in it. ---- */
__GD_INLINE __gd_u64 __gd_tell_key(const struct __gd_emu_construct *of, __gd_u64 number)
{
    const struct __gd_emu_place *p = __gd_emu_self->place;
    return (__gd_u64)of + ((__gd_u64)p->forks << 48) + ((__gd_u64)p->divided << 40) + number * 0x9e3779b97f4a7c15ul;
}

/* ---- tasks ---- */
int omp_in_final(void);

#endif
#endif
