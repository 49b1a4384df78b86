/* checks.h: the access checks of the emulated device, in LLVM's assembly; included by instrument.c only.
 *
 * The pointers to shadow and arena never change while a kernel runs (invariant.load): the optimiser keeps
 * them in registers. A check in the image is a call to one of these; the small ones are inlined. What the small ones
 * cannot accept goes to gantry_check_range, and what that cannot (other memory than the arena) to
 * __gd_emu_bad_access. */
/* clang-format off */
#define CHECK_SMALL(bytes, usable)                                                                           \
    "define internal void @gantry_check_" #bytes "(ptr %p, ptr %site) #0 {\n"                                \
    "  %base = load i64, ptr @__gd_emu_base, !invariant.load !0\n"                                           \
    "  %size = load i64, ptr @__gd_emu_size, !invariant.load !0\n"                                           \
    "  %a = ptrtoint ptr %p to i64\n"                                                                        \
    "  %off = sub i64 %a, %base\n"                                                                           \
    "  %in = icmp ult i64 %off, %size\n"                                                                     \
    "  br i1 %in, label %look, label %slow, !prof !1\n"                                                      \
    "look:\n"                                                                                                \
    "  %shadow = load ptr, ptr @__gd_emu_shadow, !invariant.load !0\n"                                       \
    "  %granule = lshr i64 %off, 3\n"                                                                        \
    "  %sp = getelementptr i8, ptr %shadow, i64 %granule\n"                                                  \
    "  %usable = load i8, ptr %sp\n"                                                                         \
    usable                                                                                                   \
    "  br i1 %ok, label %done, label %slow, !prof !1\n"                                                      \
    "slow:\n"                                                                                                \
    "  call void @gantry_check_range(ptr %p, i64 " #bytes ", ptr %site)\n"                                   \
    "  br label %done\n"                                                                                     \
    "done:\n"                                                                                                \
    "  ret void\n"                                                                                           \
    "}\n"
/* clang-format on */

/* Aligned accesses lie in one granule; one of 8 bytes needs all of it. */
#define WHOLE_GRANULE "  %ok = icmp eq i8 %usable, 8\n"
#define PART_GRANULE(bytes)                                                                                            \
    "  %low = trunc i64 %off to i8\n"                                                                                  \
    "  %at = and i8 %low, 7\n"                                                                                         \
    "  %end = add i8 %at, " #bytes "\n"                                                                                \
    "  %ok = icmp ule i8 %end, %usable\n"

static const char checks_text[] =
    "@__gd_emu_base = external global i64\n"
    "@__gd_emu_size = external global i64\n"
    "@__gd_emu_shadow = external global ptr\n"
    "declare void @__gd_emu_bad_access(ptr, i64, ptr) #1\n"
    "declare void @__gd_emu_bad_index(ptr, i64, ptr, i64, ptr) #2\n"
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
    "  %usable = load i8, ptr %sp\n"
    "  %more = icmp ult i64 %g, %last.g\n"
    "  br i1 %more, label %whole, label %tail\n"
    "whole:\n"
    "  %next = add i64 %g, 1\n"
    "  %full = icmp eq i8 %usable, 8\n"
    "  br i1 %full, label %loop, label %bad\n"
    "tail:\n"
    "  %low = trunc i64 %last to i8\n"
    "  %at = and i8 %low, 7\n"
    "  %ok = icmp ult i8 %at, %usable\n"
    "  br i1 %ok, label %done, label %bad\n"
    "bad:\n"
    "  call void @__gd_emu_bad_access(ptr %p, i64 %n, ptr %site)\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    /* inside an object of known size */
    "define internal void @gantry_check_index(ptr %p, i64 %n, ptr %object, i64 %bytes, ptr %site) #0 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %o = ptrtoint ptr %object to i64\n"
    "  %off = sub i64 %a, %o\n"
    "  %small = icmp ule i64 %n, %bytes\n"
    "  %room = sub i64 %bytes, %n\n"
    "  %in = icmp ule i64 %off, %room\n"
    "  %ok = select i1 %small, i1 %in, i1 false\n"
    "  br i1 %ok, label %done, label %bad, !prof !1\n"
    "bad:\n"
    "  call void @__gd_emu_bad_index(ptr %p, i64 %n, ptr %object, i64 %bytes, ptr %site)\n"
    "  unreachable\n"
    "done:\n"
    "  ret void\n"
    "}\n" CHECK_SMALL(1, PART_GRANULE(1)) CHECK_SMALL(2, PART_GRANULE(2)) CHECK_SMALL(4, PART_GRANULE(4))
        CHECK_SMALL(8, WHOLE_GRANULE) "attributes #0 = { alwaysinline nounwind }\n"
                                      "attributes #1 = { cold nounwind memory(inaccessiblemem: readwrite) }\n"
                                      "attributes #2 = { cold noreturn nounwind memory(inaccessiblemem: readwrite) }\n"
                                      "attributes #3 = { cold noinline nounwind }\n"
                                      "!0 = !{}\n"
                                      "!1 = !{!\"branch_weights\", i32 2000, i32 1}\n";
#undef CHECK_SMALL
#undef WHOLE_GRANULE
#undef PART_GRANULE
