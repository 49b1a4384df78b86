/* uninit_text.h: what code with shadows calls (uninit.c), in LLVM's assembly; included by uninit.c only.
 *
 * The names with __msan_ are those that LLVM's pass gives its calls in code for kernels. Of the two addresses that it
 * asks for at each access the first is the shadow's; the second, of the "origin", is here the address itself, of which
 * uninit.c makes an origin where one is read. The context is where values' shadows are while functions are called: one
 * per OS thread, since no lane gives way to another between a call and the callee's beginning, or its end and the
 * caller. */
#define FLIP "87960930222080"         /* __GD_EMU_SHADOW_FLIP */
#define ORIGINS_BASE "17592186044416" /* __GD_EMU_ORIGINS */

/* clang-format off */
#define METADATA(kind, bytes)                                                                                \
    "define internal { ptr, ptr } @__msan_metadata_ptr_for_" kind "_" #bytes "(ptr %p) #0 {\n"               \
    "  %a = ptrtoint ptr %p to i64\n"                                                                        \
    "  %s = xor i64 %a, " FLIP "\n"                                                                          \
    "  %sp = inttoptr i64 %s to ptr\n"                                                                       \
    "  %r0 = insertvalue { ptr, ptr } poison, ptr %sp, 0\n"                                                  \
    "  %r1 = insertvalue { ptr, ptr } %r0, ptr %p, 1\n"                                                      \
    "  ret { ptr, ptr } %r1\n"                                                                               \
    "}\n"
#define METADATA_N(kind)                                                                                     \
    "define internal { ptr, ptr } @__msan_metadata_ptr_for_" kind "_n(ptr %p, i64 %n) #0 {\n"                \
    "  %a = ptrtoint ptr %p to i64\n"                                                                        \
    "  %s = xor i64 %a, " FLIP "\n"                                                                          \
    "  %sp = inttoptr i64 %s to ptr\n"                                                                       \
    "  %r0 = insertvalue { ptr, ptr } poison, ptr %sp, 0\n"                                                  \
    "  %r1 = insertvalue { ptr, ptr } %r0, ptr %p, 1\n"                                                      \
    "  ret { ptr, ptr } %r1\n"                                                                               \
    "}\n"
/* After an atomic update: what it stored has the shadow of its operand, and that of what was there unless it replaced
 * it. The second argument of a function has its shadow 8 bytes from the context's beginning. */
#define ATOMIC(type)                                                                                         \
    "define internal " type " @gantry_uninit_update_" type "(ptr %p, " type " %v, " type " %old, i32 %how) #0 {\n" \
    "  %context = call ptr @llvm.threadlocal.address.p0(ptr @gantry_uninit_context)\n"                       \
    "  %vp = getelementptr i8, ptr %context, i64 8\n"                                                        \
    "  %vs = load " type ", ptr %vp, align 8\n"                                                              \
    "  %a = ptrtoint ptr %p to i64\n"                                                                        \
    "  %s = xor i64 %a, " FLIP "\n"                                                                          \
    "  %sp = inttoptr i64 %s to ptr\n"                                                                       \
    "  %ms = load " type ", ptr %sp\n"                                                                       \
    "  %any = or " type " %vs, %ms\n"                                                                        \
    "  %none = icmp eq " type " %any, 0\n"                                                                   \
    "  br i1 %none, label %done, label %slow, !prof !1\n"                                                    \
    "slow:\n"                                                                                                \
    "  %op = getelementptr i8, ptr %context, i64 3216\n"                                                     \
    "  %origin = load i32, ptr %op, align 4\n"                                                               \
    "  %wide = zext " type " %vs to i128\n"                                                                  \
    "  %bits = trunc i128 %wide to i64\n"                                                                    \
    "  %bytes = ptrtoint ptr getelementptr (" type ", ptr null, i32 1) to i64\n"                             \
    "  %was = call i64 @__gd_emu_uninit_update(ptr %p, i64 %bytes, i64 %bits, i32 %origin, i32 %how)\n"      \
    "  %ww = zext i64 %was to i128\n"                                                                        \
    "  %ws = trunc i128 %ww to " type "\n"                                                                   \
    "  %rp = getelementptr i8, ptr %context, i64 800\n"                                                      \
    "  store " type " %ws, ptr %rp, align 8\n"                                                               \
    "  %id = call i32 @gantry_uninit_origin(ptr %p)\n"                                                       \
    "  %rop = getelementptr i8, ptr %context, i64 4008\n"                                                    \
    "  store i32 %id, ptr %rop, align 4\n"                                                                   \
    "  br label %done\n"                                                                                     \
    "done:\n"                                                                                                \
    "  ret " type " %old\n"                                                                                  \
    "}\n"
/* what a variable begins with */
#define NEVER(bytes, type)                                                                                   \
    "define internal " type " @gantry_uninit_never_" bytes "(i32 %k) #0 {\n"                                 \
    "  %context = call ptr @llvm.threadlocal.address.p0(ptr @gantry_uninit_context)\n"                       \
    "  %rp = getelementptr i8, ptr %context, i64 800\n"                                                      \
    "  store " type " -1, ptr %rp, align 8\n"                                                                \
    "  %id = call i32 @gantry_uninit_row(i32 %k)\n"                                                          \
    "  %rop = getelementptr i8, ptr %context, i64 4008\n"                                                    \
    "  store i32 %id, ptr %rop, align 4\n"                                                                   \
    "  ret " type " 0\n"                                                                                     \
    "}\n"
/* clang-format on */

static const char uninit_text[] =
    "@gantry_uninit_context = internal thread_local global "
    "{ [100 x i64], [100 x i64], [100 x i64], [100 x i64], i64, [200 x i32], i32, i32 } zeroinitializer, align 64\n"
    "declare ptr @llvm.threadlocal.address.p0(ptr)\n"
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    "declare void @__gd_emu_uninit(i32, ptr, i32) #1\n"
    "declare void @__gd_emu_uninit_stored(ptr, i32, i64, i32) #1\n"
    "@gantry_uninit_base = internal global i32 0, section \".data.gantry_uninit\"\n"
    "declare i64 @__gd_emu_uninit_update(ptr, i64, i64, i32, i32) #2\n"
    "declare void @__gd_emu_uninit_copied(ptr, ptr, i64) #2\n"
    "declare void @__gd_emu_uninit_string(ptr) #2\n"
    "declare void @__gd_emu_uninit_updated(ptr, i64, i32) #2\n"
    "declare i64 @__gd_emu_uninit_shuffle(i64, i64, i32, ptr) #3\n"
    "declare i64 @__gd_emu_uninit_ballot(i64, i32, ptr) #3\n"
    "define internal void @gantry_uninit_found(i32 %origin, ptr %site, i32 %use) #0 {\n"
    "  call void @__gd_emu_uninit(i32 %origin, ptr %site, i32 %use)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_uninit_stored(ptr %p, i32 %origin, i64 %bytes, i32 %row) #0 {\n"
    "  call void @__gd_emu_uninit_stored(ptr %p, i32 %origin, i64 %bytes, i32 %row)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_uninit_copied(ptr %to, ptr %from, i64 %n) #0 {\n"
    "  call void @__gd_emu_uninit_copied(ptr %to, ptr %from, i64 %n)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_uninit_string(ptr %s) #0 {\n"
    "  call void @__gd_emu_uninit_string(ptr %s)\n"
    "  ret void\n"
    "}\n"
    /* most memory has been written, and so has what lies beside it */
    "define internal void @gantry_uninit_updated(ptr %p, i64 %n, i32 %row) #0 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %s = xor i64 %a, " FLIP "\n"
    "  %w = and i64 %s, -8\n"
    "  %sp = inttoptr i64 %w to ptr\n"
    "  %v = load i64, ptr %sp, align 8\n"
    "  %none = icmp eq i64 %v, 0\n"
    "  br i1 %none, label %done, label %slow, !prof !1\n"
    "slow:\n"
    "  call void @__gd_emu_uninit_updated(ptr %p, i64 %n, i32 %row)\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    "define internal ptr @__msan_get_context_state() #0 {\n"
    "  %p = call ptr @llvm.threadlocal.address.p0(ptr @gantry_uninit_context)\n"
    "  ret ptr %p\n"
    "}\n"
    /* where a value was loaded from, in units of 32 bytes; the highest bit is for what has a row in a table */
    "define internal i32 @gantry_uninit_origin(ptr %p) #0 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %k = lshr i64 %a, 5\n"
    "  %t = trunc i64 %k to i32\n"
    "  %id = and i32 %t, 2147483647\n"
    "  ret i32 %id\n"
    "}\n"
    /* a row's number among those of all images */
    "define internal i32 @gantry_uninit_row(i32 %k) #0 {\n"
    "  %base = load i32, ptr @gantry_uninit_base, !invariant.load !0\n"
    "  %n = add i32 %base, %k\n"
    "  %id = or i32 %n, -2147483648\n"
    "  ret i32 %id\n"
    "}\n"
    "define internal void @gantry_uninit_clean(ptr %p, i64 %n) #0 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %s = xor i64 %a, " FLIP "\n"
    "  %sp = inttoptr i64 %s to ptr\n"
    "  call void @llvm.memset.p0.i64(ptr %sp, i8 0, i64 %n, i1 false)\n"
    "  ret void\n"
    "}\n"
    "define internal void @__msan_unpoison_alloca(ptr %p, i64 %n) #0 {\n"
    "  call void @gantry_uninit_clean(ptr %p, i64 %n)\n"
    "  ret void\n"
    "}\n"
    /* a variable begins: its shadow, and the origin of its first 32 bytes, which others do not share (uninit.c) */
    "define internal void @gantry_uninit_begin(ptr %p, i64 %n, i32 %id) #0 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  %s = xor i64 %a, " FLIP "\n"
    "  %sp = inttoptr i64 %s to ptr\n"
    "  call void @llvm.memset.p0.i64(ptr %sp, i8 -1, i64 %n, i1 false)\n"
    "  %k = lshr i64 %a, 3\n"
    "  %m = and i64 %k, -4\n"
    "  %o = add i64 %m, " ORIGINS_BASE "\n"
    "  %op = inttoptr i64 %o to ptr\n"
    "  store i32 %id, ptr %op, align 4\n"
    "  %more = icmp ugt i64 %n, 32\n"
    "  br i1 %more, label %rest, label %done\n"
    "rest:\n"
    "  %up = add i64 %n, -1\n"
    "  %g = lshr i64 %up, 5\n"
    "  br label %loop\n"
    "loop:\n"
    "  %i = phi i64 [ %g, %rest ], [ %j, %loop ]\n"
    "  %ip = getelementptr i32, ptr %op, i64 %i\n"
    "  store i32 %id, ptr %ip, align 4\n"
    "  %j = add i64 %i, -1\n"
    "  %again = icmp ne i64 %j, 0\n"
    "  br i1 %again, label %loop, label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    /* The shuffled value's shadow goes with it. */
    "define internal i64 @gantry_uninit_shuffle(i64 %mask, i64 %value, i32 %lane) #4 {\n"
    "  %context = call ptr @llvm.threadlocal.address.p0(ptr @gantry_uninit_context)\n"
    "  %vp = getelementptr i8, ptr %context, i64 8\n"
    "  %op = getelementptr i8, ptr %context, i64 3216\n"
    "  %vs = load i64, ptr %vp, align 8\n"
    "  %vo = load i32, ptr %op, align 4\n"
    "  %box = alloca { i64, i32 }\n"
    "  %bo = getelementptr i8, ptr %box, i64 8\n"
    "  store i64 %vs, ptr %box\n"
    "  store i32 %vo, ptr %bo\n"
    "  %r = call i64 @__gd_emu_uninit_shuffle(i64 %mask, i64 %value, i32 %lane, ptr %box) #3\n"
    "  %rs = load i64, ptr %box\n"
    "  %ro = load i32, ptr %bo\n"
    "  %rp = getelementptr i8, ptr %context, i64 800\n"
    "  %rop = getelementptr i8, ptr %context, i64 4008\n"
    "  store i64 %rs, ptr %rp, align 8\n"
    "  store i32 %ro, ptr %rop, align 4\n"
    "  ret i64 %r\n"
    "}\n"
    "define internal i64 @gantry_uninit_ballot(i64 %mask, i32 %value) #4 {\n"
    "  %context = call ptr @llvm.threadlocal.address.p0(ptr @gantry_uninit_context)\n"
    "  %vp = getelementptr i8, ptr %context, i64 8\n"
    "  %op = getelementptr i8, ptr %context, i64 3216\n"
    "  %vs = load i32, ptr %vp, align 8\n"
    "  %vo = load i32, ptr %op, align 4\n"
    "  %vw = zext i32 %vs to i64\n"
    "  %box = alloca { i64, i32 }\n"
    "  %bo = getelementptr i8, ptr %box, i64 8\n"
    "  store i64 %vw, ptr %box\n"
    "  store i32 %vo, ptr %bo\n"
    "  %r = call i64 @__gd_emu_uninit_ballot(i64 %mask, i32 %value, ptr %box) #3\n"
    "  %rs = load i64, ptr %box\n"
    "  %ro = load i32, ptr %bo\n"
    "  %rp = getelementptr i8, ptr %context, i64 800\n"
    "  %rop = getelementptr i8, ptr %context, i64 4008\n"
    "  store i64 %rs, ptr %rp, align 8\n"
    "  store i32 %ro, ptr %rop, align 4\n"
    "  ret i64 %r\n"
    "}\n" METADATA("load", 1) METADATA("load", 2) METADATA("load", 4) METADATA("load", 8) METADATA_N("load") METADATA(
        "store", 1) METADATA("store", 2) METADATA("store", 4) METADATA("store", 8) METADATA_N("store") NEVER("1", "i8")
        NEVER("2", "i16") NEVER("4", "i32") NEVER("8", "i64") ATOMIC("i8") ATOMIC("i16") ATOMIC("i32")
            ATOMIC("i64") "attributes #0 = { alwaysinline nounwind disable_sanitizer_instrumentation }\n"
                          "attributes #1 = { cold nounwind memory(inaccessiblemem: readwrite) }\n"
                          "attributes #2 = { nounwind }\n"
                          "attributes #3 = { convergent nomerge nounwind }\n"
                          "attributes #4 = { alwaysinline convergent nounwind disable_sanitizer_instrumentation }\n"
                          "!0 = !{}\n"
                          "!1 = !{!\"branch_weights\", i32 2000, i32 1}\n";
#undef METADATA
#undef METADATA_N
#undef ATOMIC
#undef NEVER
