/* checks.h: the access checks of the emulated device, in LLVM's assembly; included by instrument.c only.
 *
 * The pointers to shadow, numbers and arena never change while a kernel runs (invariant.load): the optimiser keeps
 * them in registers. Shadow and numbers have a type of their own for alias analysis: no store of the program's, except
 * those of char, changes them. A check in the image is a call to one of these; the small ones are inlined. What the
 * small ones cannot accept goes to gantry_check_small, and what that cannot (other memory than the arena) to
 * __gd_emu_bad_access. `number` is that of the block which the address was made from, 0 where nobody knows. */
/* clang-format off */
#define CHECK_SMALL(name, bytes, straight, marks, usable, parameter, argument, block)                              \
    "define internal void @gantry_check_" name #bytes "(ptr %p, " parameter "ptr %site) #0 {\n"              \
    "  %base = load i64, ptr @__gd_emu_base, !invariant.load !0\n"                                           \
    "  %size = load i64, ptr @__gd_emu_size, !invariant.load !0\n"                                           \
    "  %a = ptrtoint ptr %p to i64\n"                                                                        \
    "  %off = sub i64 %a, %base\n"                                                                           \
    "  %in = icmp ult i64 %off, %size\n"                                                                     \
    straight                                                                                                 \
    "  br i1 %go, label %look, label %slow, !prof !1\n"                                                      \
    "look:\n"                                                                                                \
    "  %shadow = load ptr, ptr @__gd_emu_shadow, !invariant.load !0\n"                                       \
    "  %granule = lshr i64 %off, 3\n"                                                                        \
    "  %sp = getelementptr i8, ptr %shadow, i64 %granule\n"                                                  \
    "  %state = load i8, ptr %sp, !tbaa !2\n"                                                                \
    marks                                                                                                    \
    usable                                                                                                   \
    block                                                                                                    \
    "  br i1 %good, label %done, label %slow, !prof !1\n"                                                    \
    "slow:\n"                                                                                                \
    "  call void @gantry_check_small(ptr %p, i64 " #bytes ", i32 " argument ", ptr %site)\n"                 \
    "  br label %done\n"                                                                                     \
    "done:\n"                                                                                                \
    "  ret void\n"                                                                                           \
    "}\n"
/* Aligned accesses lie in one granule; one of 8 bytes needs all of it. */
#define ANYWHERE "  %go = or i1 %in, false\n"
#define STRAIGHT(mask)                                                                                       \
    "  %rest = and i64 %off, " #mask "\n"                                                                    \
    "  %straight = icmp eq i64 %rest, 0\n"                                                                   \
    "  %go = and i1 %in, %straight\n"
/* What is marked may be loaded. A store to it goes to __gd_emu_bad_access: as a signed number a mark is negative. */
#define FOR_LOADS "  %usable = and i8 %state, 15\n"
#define FOR_STORES "  %usable = or i8 %state, 0\n"
#define WHOLE_GRANULE "  %ok = icmp eq i8 %usable, 8\n"
#define PART_GRANULE(bytes)                                                                                  \
    "  %low = trunc i64 %off to i8\n"                                                                        \
    "  %at = and i8 %low, 7\n"                                                                               \
    "  %end = add i8 %at, " #bytes "\n"                                                                      \
    "  %ok = icmp sle i8 %end, %usable\n"
#define ANY_BLOCK "  %good = or i1 %ok, false\n"
#define SAME_BLOCK                                                                                           \
    "  %blocks = load ptr, ptr @__gd_emu_blocks, !invariant.load !0\n"                                       \
    "  %lot = lshr i64 %off, 8\n"                                                                            \
    "  %bp = getelementptr i32, ptr %blocks, i64 %lot\n"                                                     \
    "  %there = load i32, ptr %bp, !tbaa !2\n"                                                               \
    "  %same = icmp eq i32 %there, %number\n"                                                                \
    "  %unknown = icmp eq i32 %number, 0\n"                                                                  \
    "  %fits = or i1 %same, %unknown\n"                                                                      \
    "  %good = and i1 %ok, %fits\n"
#define CHECK_FOR(how, marks, bytes, straight, usable)                                                       \
    CHECK_SMALL(how, bytes, straight, marks, usable, "", "0", ANY_BLOCK)                                     \
    CHECK_SMALL(how "from_", bytes, straight, marks, usable, "i32 %number, ", "%number", SAME_BLOCK)
#define CHECK_ALL(bytes, straight, usable)                                                                   \
    CHECK_FOR("load_", FOR_LOADS, bytes, straight, usable)                                                   \
    CHECK_FOR("store_", FOR_STORES, bytes, straight, usable)
/* An access of n bytes at p to an object of so many. */
#define INSIDE(name, more, bad)                                                                              \
    "define internal void @gantry_check_" name "(ptr %p, i64 %n, ptr %object, i64 %bytes, " more             \
    "ptr %name, ptr %site) #0 {\n"                                                                           \
    "  %a = ptrtoint ptr %p to i64\n"                                                                        \
    "  %o = ptrtoint ptr %object to i64\n"                                                                   \
    "  %off = sub i64 %a, %o\n"                                                                              \
    "  %small = icmp ule i64 %n, %bytes\n"                                                                   \
    "  %room = sub i64 %bytes, %n\n"                                                                         \
    "  %in = icmp ule i64 %off, %room\n"                                                                     \
    "  %ok = select i1 %small, i1 %in, i1 false\n"                                                           \
    "  br i1 %ok, label %done, label %bad, !prof !1\n"                                                       \
    "bad:\n"                                                                                                 \
    bad                                                                                                      \
    "done:\n"                                                                                                \
    "  ret void\n"                                                                                           \
    "}\n"
/* clang-format on */

#define NUMBERS_OF_OBJECTS "1610612736" /* __GD_EMU_OBJECT */
static const char checks_text[] =
    "@__gd_emu_base = external global i64\n"
    "@__gd_emu_size = external global i64\n"
    "@__gd_emu_shadow = external global ptr\n"
    "@__gd_emu_blocks = external global ptr\n"
    "declare void @__gd_emu_argument(ptr, i64, i32, ptr, ptr) #1\n"
    "declare void @__gd_emu_constant(ptr, i64, ptr, ptr) #1\n"
    "declare void @__gd_emu_frame(i64, ptr) #1\n"
    "declare void @__gd_emu_frame_left(i64) #1\n"
    "declare void @__gd_emu_misaligned(ptr, i64, i64, ptr) #1\n"
    "declare void @__gd_emu_bad_block(ptr, i64, i32, ptr) #1\n"
    "declare void @__gd_emu_bad_access(ptr, i64, ptr) #1\n"
    "declare void @__gd_emu_bad_index(ptr, i64, ptr, i64, ptr, ptr) #2\n"
    "declare void @__gd_emu_bad_member(ptr, i64, ptr, i64, i64, ptr, ptr) #1\n"
    /* the number of the block that a pointer leads to; where there is none, that of the first granule, which is 0 */
    "define internal i32 @gantry_block_of(ptr %p) #0 {\n"
    "  %base = load i64, ptr @__gd_emu_base, !invariant.load !0\n"
    "  %size = load i64, ptr @__gd_emu_size, !invariant.load !0\n"
    "  %blocks = load ptr, ptr @__gd_emu_blocks, !invariant.load !0\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %off = sub i64 %a, %base\n"
    "  %in = icmp ult i64 %off, %size\n"
    "  %some = select i1 %in, i64 %off, i64 0\n"
    "  %lot = lshr i64 %some, 8\n"
    "  %bp = getelementptr i32, ptr %blocks, i64 %lot\n"
    "  %number = load i32, ptr %bp, !tbaa !2\n"
    "  ret i32 %number\n"
    "}\n"
    /* … of the host's heap or an object on the lane's stack, too: in programs that require unified_shared_memory, or
     * have such objects, it takes the place of the other */
    "declare i32 @__gd_emu_host_block(ptr) #4\n"
    "define internal i32 @gantry_block_of_any(ptr %p) #0 {\n"
    "  %number = call i32 @gantry_block_of(ptr %p)\n"
    "  %none = icmp eq i32 %number, 0\n"
    "  br i1 %none, label %host, label %done\n"
    "host:\n"
    "  %there = call i32 @__gd_emu_host_block(ptr %p)\n"
    "  br label %done\n"
    "done:\n"
    "  %any = phi i32 [ %number, %0 ], [ %there, %host ]\n"
    "  ret i32 %any\n"
    "}\n"
    "define internal void @gantry_check_argument(ptr %p, i64 %most, i32 %kind, ptr %name, ptr %site) #0 {\n"
    "  call void @__gd_emu_argument(ptr %p, i64 %most, i32 %kind, ptr %name, ptr %site)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_check_constant(ptr %p, i64 %n, ptr %name, ptr %site) #0 {\n"
    "  call void @__gd_emu_constant(ptr %p, i64 %n, ptr %name, ptr %site)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_check_frame(i64 %bytes, ptr %site) #0 {\n"
    "  call void @__gd_emu_frame(i64 %bytes, ptr %site)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_check_frame_left(i64 %bytes) #0 {\n"
    "  call void @__gd_emu_frame_left(i64 %bytes)\n"
    "  ret void\n"
    "}\n"
    /* an access whose type promises that the address is divisible by a power of two */
    "define internal void @gantry_check_straight(ptr %p, i64 %promise, i64 %n, ptr %site) #0 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %mask = add i64 %promise, -1\n"
    "  %rest = and i64 %a, %mask\n"
    "  %straight = icmp eq i64 %rest, 0\n"
    "  br i1 %straight, label %done, label %skew, !prof !1\n"
    "skew:\n"
    "  call void @__gd_emu_misaligned(ptr %p, i64 %n, i64 %promise, ptr %site)\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    /* an access of n bytes that needs an address divisible by n */
    "define internal void @gantry_check_small(ptr %p, i64 %n, i32 %number, ptr %site) #3 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %mask = add i64 %n, -1\n"
    "  %rest = and i64 %a, %mask\n"
    "  %straight = icmp eq i64 %rest, 0\n"
    "  br i1 %straight, label %look, label %skew\n"
    "look:\n"
    "  call void @gantry_check_from(ptr %p, i64 %n, i32 %number, ptr %site)\n"
    "  ret void\n"
    "skew:\n"
    "  call void @__gd_emu_misaligned(ptr %p, i64 %n, i64 %n, ptr %site)\n"
    "  br label %look\n"
    "}\n"
    "define internal void @gantry_check_from(ptr %p, i64 %n, i32 %number, ptr %site) #3 {\n"
    "  %there = call i32 @gantry_block_of_any(ptr %p)\n"
    "  %same = icmp eq i32 %there, %number\n"
    "  %unknown = icmp eq i32 %number, 0\n"
    "  %kind = and i32 %number, " NUMBERS_OF_OBJECTS "\n" /* of which the emulated device knows where they end */
    "  %block = icmp ne i32 %kind, " NUMBERS_OF_OBJECTS "\n"
    "  %fits = and i1 %same, %block\n"
    "  %ok = or i1 %unknown, %fits\n"
    "  br i1 %ok, label %range, label %bad\n"
    "bad:\n"
    "  %none = icmp eq i64 %n, 0\n"
    "  br i1 %none, label %done, label %tell\n"
    "tell:\n"
    "  call void @__gd_emu_bad_block(ptr %p, i64 %n, i32 %number, ptr %site)\n"
    "  br label %range\n"
    "range:\n"
    "  call void @gantry_check_range(ptr %p, i64 %n, ptr %site)\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    /* any size: the first granules must be whole (8), the last one long enough */
    "define internal void @gantry_check_range(ptr %p, i64 %n, ptr %site) #3 {\n"
    "  %none = icmp eq i64 %n, 0\n"
    "  br i1 %none, label %done, label %range\n"
    "range:\n"
    "  %base = load i64, ptr @__gd_emu_base, !invariant.load !0\n"
    "  %size = load i64, ptr @__gd_emu_size, !invariant.load !0\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %off = sub i64 %a, %base\n"
    "  %in = icmp ult i64 %off, %size\n"
    "  br i1 %in, label %room, label %bad\n"
    "room:\n"
    "  %left = sub i64 %size, %off\n"
    "  %fits = icmp ule i64 %n, %left\n"
    "  br i1 %fits, label %begin, label %bad\n"
    "begin:\n"
    "  %shadow = load ptr, ptr @__gd_emu_shadow, !invariant.load !0\n"
    "  %n1 = add i64 %n, -1\n"
    "  %last = add i64 %off, %n1\n"
    "  %first.g = lshr i64 %off, 3\n"
    "  %last.g = lshr i64 %last, 3\n"
    "  br label %loop\n"
    "loop:\n"
    "  %g = phi i64 [ %first.g, %begin ], [ %next, %whole ]\n"
    "  %sp = getelementptr i8, ptr %shadow, i64 %g\n"
    "  %usable = load i8, ptr %sp, !tbaa !2\n"
    "  %more = icmp ult i64 %g, %last.g\n"
    "  br i1 %more, label %whole, label %tail\n"
    "whole:\n"
    "  %next = add i64 %g, 1\n"
    "  %full = icmp eq i8 %usable, 8\n"
    "  br i1 %full, label %loop, label %bad\n"
    "tail:\n"
    "  %low = trunc i64 %last to i8\n"
    "  %at = and i8 %low, 7\n"
    "  %ok = icmp slt i8 %at, %usable\n"
    "  br i1 %ok, label %done, label %bad\n"
    "bad:\n"
    "  call void @__gd_emu_bad_access(ptr %p, i64 %n, ptr %site)\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    /* inside an object of known size; inside an array that is a member of a structure */
    INSIDE("index", "",
           "  call void @__gd_emu_bad_index(ptr %p, i64 %n, ptr %object, i64 %bytes, ptr %name, ptr %site)\n"
           "  unreachable\n") INSIDE("member", "i64 %element, ",
                                     "  call void @__gd_emu_bad_member(ptr %p, i64 %n, ptr %object, i64 %bytes, "
                                     "i64 %element, ptr %name, ptr %site)\n"
                                     "  br label %done\n")
    /* clang-format off */
    CHECK_ALL(1, ANYWHERE, PART_GRANULE(1))
    CHECK_ALL(2, STRAIGHT(1), PART_GRANULE(2))
    CHECK_ALL(4, STRAIGHT(3), PART_GRANULE(4))
    CHECK_ALL(8, STRAIGHT(7), WHOLE_GRANULE)
    /* clang-format on */
    "attributes #0 = { alwaysinline nounwind }\n"
    "attributes #1 = { cold nounwind memory(inaccessiblemem: readwrite) }\n"
    "attributes #2 = { cold noreturn nounwind memory(inaccessiblemem: readwrite) }\n"
    "attributes #3 = { cold noinline nounwind }\n"
    "attributes #4 = { nounwind willreturn memory(inaccessiblemem: read) }\n"
    "!0 = !{}\n"
    "!1 = !{!\"branch_weights\", i32 2000, i32 1}\n"
    "!2 = !{!3, !3, i64 0}\n"
    "!3 = !{!\"gantry shadow\", !4, i64 0}\n"
    "!4 = !{!\"omnipotent char\", !5, i64 0}\n"
    "!5 = !{!\"Simple C/C++ TBAA\"}\n";
#undef CHECK_SMALL
#undef INSIDE
#undef ANYWHERE
#undef STRAIGHT
#undef WHOLE_GRANULE
#undef PART_GRANULE
#undef ANY_BLOCK
#undef SAME_BLOCK
#undef CHECK_ALL
#undef CHECK_FOR
#undef FOR_LOADS
#undef FOR_STORES
