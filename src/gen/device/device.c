/* gen/device/device.c: the device C file: the declarations that are needed, device functions, and one kernel for each
 * target region. */
#include "../gen_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

/* ---- device functions ---- */

static void emit_frame(struct emit *e, struct dfunc *d)
{
    struct sb fields = {0};
    for (size_t i = 0; i < d->shared.n; i++)
        sb_printf(&fields, " %s;", storage_field(e, d->shared.v[i].var, d->shared.v[i].field));
    sb_printf(e->before, "struct gantry_f_%s_%08x {%s };\n", d->func->name, (unsigned)e->a->hash, fields.s);
    sb_free(&fields);
    out(e, "struct gantry_f_%s_%08x __gd_local;", d->func->name, (unsigned)e->a->hash);
    const char *what = d->only_with_lanes ? "lane_stack" : "frame";
    out(e,
        "struct __gd_frame __gd_frame __attribute__((cleanup(__gd_%s_leave))) = {__gd_%s_push(sizeof __gd_local, "
        "&__gd_local), "
        "&__gd_local};",
        what, what);
    out(e, "struct gantry_f_%s_%08x *const __gd_fr = __gd_frame.shared;", d->func->name, (unsigned)e->a->hash);
    tell_begins_at(e, "__gd_fr"); /* parameters are copied there before their names lead to it */
}

static void copy_shared_parameters(struct emit *e, struct dfunc *d)
{
    for_each (const struct slot, s, d->shared)
        if (s->var->is_param && !s->owner)
            out(e, "__builtin_memcpy((void *)&__gd_fr->%s, (const void *)&%s, sizeof %s);", s->field, s->var->name,
                s->var->name);
    out_open(e, "%s", "");
    for_each (const struct slot, s, d->shared)
        if (s->var->is_param && !s->owner)
            point_at_place(e, s->var, arena_printf(e->u->arena, "__gd_fr->%s", s->field));
}

static bool names(const char *text, const char *word)
{
    const char *p = strstr(text, word);
    while (p && !is_whole_word(text, p, word))
        p = strstr(p + 1, word);
    return p;
}

/* Outlined parts of a function come before it and may call it: everything else that they name is declared by then.
 * Definitions in the old (K&R) style and ones whose head defines a type get no such declaration. */
static void declare_before_outlined(struct emit *e, const struct func *f)
{
    if (!given(f->head))
        return;
    emit_line_marker(e, f->def.begin);
    if (f->is_inline && !f->is_static)
        sb_add(e->out, "__attribute__((gnu_inline, weak)) ");
    emit_text(e, f->head);
    sb_add(e->out, ";\n");
}

static bool meets_tasks(const struct emit *e, const struct func *f)
{
    for_each_pointer (const struct region, r, e->u->regions)
        if (r->func == f && (r->dir == DIR_TASK || r->dir == DIR_TASKLOOP || r->dir == DIR_TASKLOOP_SIMD))
            return true;
    return false;
}

static void emit_function(struct emit *e, struct dfunc *d)
{
    const struct func *f = d->func;
    struct sb before = {0}, text = {0}, *keep = e->out;
    size_t mark = e->env.n;
    e->fn = d;
    e->k = NULL;
    e->where = AT_SEQ;
    e->crew = "__gd_current_crew()"; /* called by sequential code, by a thread, or by the leader of a thread's group */
    e->control = "__gd_current_group()";
    e->before = &before;
    e->out = &text;
    emit_line_marker(e, f->def.begin);
    if (f->is_inline && !f->is_static) /* a C99 inline function without `extern` has no definition: weak gnu_inline
                                        * makes this one */
        sb_add(e->out, "__attribute__((gnu_inline, weak)) ");
    if (tells(e) && meets_tasks(e, f)) /* what callers have lies above its frame (__gd_emu_tell_task_begin) */
        sb_add(e->out, "__GD_APART ");
    emit_text(e, (struct slice){f->def.begin, f->body.begin});
    struct level_state keep_level = level_enter(e, d->level, NULL, 0, e->crew, e->control);
    if (d->shared.n || d->alone) {
        out_open(e, "%s", "");
        if (d->alone)
            out(e, "_Bool __gd_alone __attribute__((cleanup(__gd_alone_leave))) = __gd_alone_enter();");
        if (d->shared.n)
            emit_frame(e, d);
        copy_shared_parameters(e, d);
        emit_block(e, f->body);
        out_close(e);
        out_close(e);
    } else {
        emit_text(e, f->body);
    }
    level_leave(e, keep_level);
    out(e, "%s", "");
    e->env.n = mark;
    e->fn = NULL;
    e->out = keep;
    if (before.n && names(before.s, f->name))
        declare_before_outlined(e, f);
    sb_addn(e->out, before.s, before.n);
    sb_addn(e->out, text.s, text.n);
    sb_free(&before);
    sb_free(&text);
}

static void emit_chunks(struct emit *e)
{
    const struct unit *u = e->u;
    uint32_t upto = 0;
    for (size_t i = 0; i < e->a->chunks.n; i++) {
        const struct chunk *c = &u->chunks.v[e->a->chunks.v[i]];
        emit_local_link_pointers(e, (struct slice){upto, c->text.end});
        upto = c->text.end;
        if (c->kind == CHUNK_FUNC && c->func && !c->func->on_device)
            continue;
        if (c->kind == CHUNK_FUNC && c->func) {
            struct dfunc *d = dfunc_of(e->a, c->func);
            if (d)
                emit_function(e, d);
            continue;
        }
        emit_line_marker(e, c->text.begin);
        if (c->kind == CHUNK_VAR)
            emit_variable_chunk(e, c);
        else
            emit_text(e, c->text);
        out(e, "%s", "");
    }
    emit_local_link_pointers(e, (struct slice){upto, u->len});
}

/* ---- kernels ---- */

/* A variable-length array is a pointer already. */
static bool by_address(const struct capture *c) { return captured_by_address(c) && !is_vla(c->var); }

static const char *declared(struct emit *e, const struct capture *c, const char *name)
{
    return (by_address(c) ? type_declare_pointer : type_declare)(e->u->arena, c->var->type, name);
}

/* A type declared inside the user's function cannot be named in a parameter: such parameters are pointers to void. */
static const char *param_decl(struct emit *e, const struct capture *c, const char *name)
{
    if (is_local_type(c->var))
        return arena_printf(e->u->arena, "void *%s__v", c->var->name);
    return declared(e, c, name);
}

static bool kernel_shares(const struct kernel *k, const struct var *v) { return slot_of(k, NULL, v, NULL) != NULL; }

static const char *param_name(struct emit *e, const struct kernel *k, const struct capture *c)
{
    bool moves = kernel_shares(k, c->var) && !captured_by_address(c);
    return moves ? arena_printf(e->u->arena, "%s__in", c->var->name) : c->var->name;
}

static void emit_params(struct emit *e, struct kernel *k, const char *sep)
{
    for (size_t i = 0; i < k->maps.n; i++)
        if (k->maps.v[i].param)
            sb_printf(e->out, "%s%s", sep, param_decl(e, k->maps.v[i].capture, param_name(e, k, k->maps.v[i].capture)));
}

static bool has_far_struct(const struct kernel *k)
{
    bool any = false;
    for (size_t i = 0; i < k->shared.n; i++)
        any |= k->shared.v[i].far;
    return any;
}

/* Each variable has memory of its own, so that an index beyond one can be told from an access to the next. Only with
 * -fcheck they are members of one structure, whose layout is told to the emulated device (tell_members). */
static bool has_shared_struct(const struct emit *e, const struct kernel *k)
{
    bool any = false;
    for (size_t i = 0; tells(e) && i < k->shared.n; i++)
        any |= !k->shared.v[i].far;
    for (size_t i = 0; k->mode == MODE_SPMD && i < k->guards.n; i++)
        any |= k->guards.v[i].sets.n != 0;
    return any;
}

static void emit_far_struct(struct emit *e, struct kernel *k)
{
    if (!has_far_struct(k))
        return;
    sb_printf(e->before, "struct %s__far {", k->name);
    for (size_t i = 0; i < k->shared.n; i++)
        if (k->shared.v[i].far)
            sb_printf(e->before, " %s;", storage_field(e, k->shared.v[i].var, k->shared.v[i].field));
    sb_add(e->before, " };\n");
}

static const char *shared_field(struct emit *e, const struct kernel *k, const struct slot *s)
{
    const struct clause *al = allocate_clause(s->owner ? s->owner : k->region, s->var);
    return arena_printf(e->u->arena, "%s%s", static_field(e, s->var, s->field), clause_alignment(e, al));
}

static void emit_shared_variables(struct emit *e, const struct kernel *k)
{
    for_each (const struct slot, s, k->shared)
        if (!s->far)
            sb_printf(e->before, "struct %s__shared$%s { %s; };\nstatic __GD_SHARED struct %s__shared$%s %s__sh$%s;\n",
                      k->name, s->field, shared_field(e, k, s), k->name, s->field, k->name, s->field);
}

static void emit_shared_struct(struct emit *e, struct kernel *k)
{
    emit_far_struct(e, k);
    if (!tells(e))
        emit_shared_variables(e, k);
    if (!has_shared_struct(e, k))
        return;
    struct sb fields = {0};
    for (size_t i = 0; tells(e) && i < k->shared.n; i++)
        if (!k->shared.v[i].far)
            sb_printf(&fields, " %s __GD_TOLD_MEMBER;", shared_field(e, k, &k->shared.v[i]));
    if (k->mode == MODE_SPMD)
        emit_broadcast_fields(e, k, &fields);
    sb_printf(e->before, "struct %s__shared {%s };\nstatic __GD_SHARED struct %s__shared %s__sh;\n", k->name, fields.s,
              k->name, k->name);
    tell_members(e, k);
    sb_free(&fields);
}

static void local_types(struct emit *e, struct kernel *k)
{
    const struct var **vars = arena_alloc(e->u->arena, (k->captures.n + 1) * sizeof *vars);
    for (size_t i = 0; i < k->captures.n; i++)
        vars[i] = k->captures.v[i].var;
    emit_local_decls(e, k->region->stmt, vars, k->captures.n);
    for_each (struct capture, c, k->captures) {
        if (c->how == CAP_PRIVATE || !is_local_type(c->var))
            continue;
        out(e, "%s = %s__v;", declared(e, c, param_name(e, k, c)), c->var->name);
    }
}

/* With an allocate clause: a firstprivate copy of target itself is a parameter, or in memory that the runtime
 * allocated; whether the allocator's memory may be used is checked all the same. */
static void check_target_allocate(struct emit *e, const struct kernel *k, const struct capture *c)
{
    const struct clause *al =
        k->region->plan->leaves || c->how == CAP_PRIVATE ? NULL : allocate_clause(k->region, c->var);
    if (by_address(c) && wants_memory(al, c->var))
        out(e, "__gd_check_place((const void *)%s, (__gd_u64)(%s));", c->var->name, text_of(e, al->expr));
}

static void bind_captures(struct emit *e, struct kernel *k)
{
    for (size_t i = 0; !tells(e) && i < k->shared.n; i++)
        if (!k->shared.v[i].far)
            out(e, "struct %s__shared$%s *const __gd_sh$%s = (struct %s__shared$%s *)&%s__sh$%s;", k->name,
                k->shared.v[i].field, k->shared.v[i].field, k->name, k->shared.v[i].field, k->name,
                k->shared.v[i].field);
    if (has_shared_struct(e, k))
        out(e, "struct %s__shared *const __gd_sh = (struct %s__shared *)&%s__sh;", k->name, k->name, k->name);
    if (has_far_struct(k))
        out(e, "struct %s__far *const __gd_far = %s;", k->name,
            heap_call(e, k->region, "take", arena_printf(e->u->arena, "sizeof(struct %s__far)", k->name)));
    local_types(e, k);
    for_each (struct capture, c, k->captures) {
        bind(e, c->var, by_address(c));
        if (c->var->type->kind == TYPE_RECORD && c->how == CAP_ADDRESS)
            out(e, "_Static_assert(sizeof *%s == %ld, \"layout of '%s' differs between host and device\");",
                c->var->name, (long)c->var->type->size, c->var->name);
        if (c->how == CAP_PRIVATE && is_vla(c->var)) {
            out(e, "%s = %s;", type_declare(e->u->arena, c->var->type, c->var->name),
                heap_call(e, k->region, "take", vla_bytes(e, c->var)));
            continue;
        }
        if (c->how == CAP_PRIVATE && !kernel_shares(k, c->var)) {
            declare_target_private(e, k->region, c->var);
            continue;
        }
        check_target_allocate(e, k, c);
        if (!kernel_shares(k, c->var) || captured_by_address(c))
            continue;
        point_at_place(e, c->var, slot_place(e, slot_of(k, NULL, c->var, NULL)));
        if (c->how == CAP_PRIVATE)
            continue;
        bool guarded = guard_begin(e, true, false);
        out(e, "__builtin_memcpy((void *)%s, (const void *)&%s__in, sizeof *%s);", c->var->name, c->var->name,
            c->var->name);
        guard_end(e, guarded);
    }
}

static void give_back_captures(struct emit *e, struct kernel *k)
{
    for (size_t i = 0; i < k->captures.n; i++)
        if (k->captures.v[i].how == CAP_PRIVATE && is_vla(k->captures.v[i].var))
            out(e, "%s;", heap_call(e, k->region, "give", k->captures.v[i].var->name));
    if (has_far_struct(k))
        out(e, "%s;", heap_call(e, k->region, "give", "__gd_far"));
}

/* User functions may publish parallel regions of their own, which have no number in this kernel's dispatch. */
static bool calls_user_functions(const struct unit *u, struct slice s)
{
    for_each_in (ref, x, u, s)
        if (x->func && !is_library_func(x->func))
            return true;
    return false;
}

static void emit_cases(struct emit *e, const struct region *r)
{
    if (r->plan->parallel_id)
        out(e, "case %u: %s(__gd_p, %s); return;", r->plan->parallel_id, r->plan->name, crew_of(e, r));
    for (const struct region *c = r->child; c; c = c->sibling)
        emit_cases(e, c);
}

/* The function through which the workers of a generic kernel find the parallel region of a number. */
static void emit_dispatch(struct emit *e, const struct kernel *k)
{
    const struct region *r = k->region;
    bool others = calls_user_functions(e->u, r->stmt) || !r->func || r->func->has_indirect_calls;
    out_open(e, "static void %s__dispatch(__gd_u32 __gd_id, __gd_region *__gd_fn, void *__gd_p, __gd_u32 __gd_crew)",
             k->name);
    out_open(e, "switch (__gd_id)");
    emit_cases(e, r);
    out(e, others ? "default: __gd_fn(__gd_p, __gd_crew);" : "default: __builtin_unreachable();");
    out_close(e);
    out_close(e);
}

/* The emulated device passes one array of arguments, as the CUDA driver takes them. */
static void emit_entry(struct emit *e, struct kernel *k)
{
    unsigned n = 1;
    struct sb call = {0};
    for (size_t i = 0; i < k->maps.n; i++)
        if (k->maps.v[i].param)
            sb_printf(&call, ", __GD_ARGUMENT(%u, %s)", n++,
                      is_local_type(k->maps.v[i].capture->var) ? "void *" : declared(e, k->maps.v[i].capture, ""));
    out(e, "#ifdef __GANTRY_EMULATED__");
    out_open(e, "__attribute__((used)) void %s__entry(void **__gd_arguments)", k->name);
    out(e, "%s(*(struct __gd_env *)__gd_arguments[0]%s);", k->name, call.s ? call.s : "");
    out_close(e);
    out(e, "#endif");
    sb_free(&call);
}

static void emit_generic_body(struct emit *e, struct kernel *k)
{
    out(e, "if (!__gd_generic_begin(&__gd_env, %s__mode, %s__dispatch)) return;", k->name, k->name);
    e->where = AT_SEQ;
    bind_captures(e, k);
    emit_device_construct(e, k->region);
    give_back_captures(e, k);
    out(e, "__gd_generic_end();");
}

/* A team is one thread: its code is a thread's, and the lanes of its warp share the simd loops. */
static void emit_lone_thread(struct emit *e, const struct region *r)
{
    emit_simd_dispatch(e, r);
    e->where = AT_SPMD_PAR;
    out(e, "const __gd_u32 __gd_crew = %s;", crew_of(e, r));
    struct crew_state crew = crew_begin(e, r, "__gd_crew");
    emit_device_construct(e, r);
    crew_end(e, crew);
}

/* What the kernel does between its beginning and its end. */
static void emit_spmd_code(struct emit *e, struct kernel *k)
{
    e->where = AT_SPMD_TEAM;
    bind_captures(e, k);
    if (k->lone_threads) {
        emit_lone_thread(e, k->region);
    } else {
        struct level_state keep = level_enter(e, NULL, k->guards.v, k->guards.n, "1", "0");
        emit_device_construct(e, k->region);
        level_leave(e, keep);
    }
    give_back_captures(e, k);
}

static void emit_begin(struct emit *e, struct kernel *k)
{
    out(e, "if (!__gd_spmd_begin(&__gd_env, %s__mode, %s)) return;", k->name, k->tight ? crew_of(e, k->parallel) : "1");
}

static void emit_spmd_body(struct emit *e, struct kernel *k)
{
    emit_begin(e, k);
    emit_spmd_code(e, k);
    out(e, "__gd_spmd_end();");
}

/* A region that is a phase of a single launch, too: its code is a function of its own. */
static void emit_called_phase(struct emit *e, struct kernel *k)
{
    emit_begin(e, k);
    sb_printf(e->out, "%*s%s__phase(__gd_env", e->indent * 4, "", k->name);
    for_each (const struct mapping, m, k->maps)
        if (m->param)
            sb_printf(e->out, ", %s%s", param_name(e, k, m->capture), is_local_type(m->capture->var) ? "__v" : "");
    sb_add(e->out, ");\n");
    out(e, "__gd_spmd_end();");
}

/* `what NAME SUFFIX(environment, parameters) {` */
static void open_kernel(struct emit *e, struct kernel *k, const char *what, const char *suffix)
{
    char buf[128];
    out(e, "%s %s%s(struct __gd_env __gd_env", what, k->name, suffix);
    e->out->n--; /* the parameters go on that line */
    emit_params(e, k, ", ");
    sb_add(e->out, ")");
    out_open(e, "%s", "");
    out(e, "/* %s: %s [%s] */", region_said(k->region, buf, sizeof buf), why_text(k->mode_why), why_id(k->mode_why));
}

static void emit_kernel(struct emit *e, struct kernel *k)
{
    struct sb before = {0}, text = {0}, *keep = e->out;
    struct aside dispatch;
    bool phase = is_phase(e->a, k);
    e->k = k;
    e->fn = NULL;
    e->indent = 0;
    e->crew = "1";
    e->control = "0";
    e->out = &text;
    e->before = &before;
    emit_shared_struct(e, k);
    out(e, "extern const __gd_u32 %s__mode;", k->name);
    emit_generated_marker(e);
    if (phase) {
        open_kernel(e, k, "__GD_INLINE void", "__phase");
        emit_allocas(e, k->region);
        emit_spmd_code(e, k);
        out_close(e);
        out(e, "%s", "");
    }
    open_kernel(e, k, "__GD_KERNEL", "");
    if (phase) {
        emit_called_phase(e, k);
    } else {
        emit_allocas(e, k->region);
        (k->mode == MODE_SPMD ? emit_spmd_body : emit_generic_body)(e, k);
    }
    out_close(e);
    emit_entry(e, k);
    out(e, "%s", "");
    if (k->mode == MODE_GENERIC) {
        aside_begin(e, &dispatch);
        emit_dispatch(e, k);
        aside_end(e, &dispatch);
    }
    e->out = keep;
    out(e, "%s", "");
    sb_addc(e->out, '\n');
    emit_generated_marker(e);
    out(e, "/* gantry: kernel of %s:%d */", file_string(e, k->region->loc.file), k->region->loc.line);
    sb_addn(e->out, before.s, before.n);
    sb_addn(e->out, text.s, text.n);
    sb_free(&before);
    sb_free(&text);
}

static void emit_variants(struct emit *e, struct kernel *k)
{
    size_t n = k->variants.n ? k->variants.n : 1;
    for (size_t v = 0; v < n; v++) {
        kernel_become(e->a, k, v);
        emit_kernel(e, k);
    }
    kernel_become(e->a, k, 0);
}

/* critical sections of one name exclude each other in all files: one lock, merged by the linker */
static void emit_locks(struct emit *e)
{
    for_each_pointer (const struct region, r, e->u->regions)
        if (r->dir == DIR_CRITICAL && r->plan)
            out(e, "extern __gd_u32 gantry_lock_%s __attribute__((weak)); __gd_u32 gantry_lock_%s;",
                r->name ? r->name : "unnamed", r->name ? r->name : "unnamed");
}

bool gen_device(struct analysis *a, struct sb *dest)
{
    struct emit e = {.a = a, .u = a->unit, .out = dest, .device = true, .emit_construct = emit_device_construct};
    e.columns = a->options.exact_lines;
    out(&e, "/* device code of %s, generated by gantry */", file_string(&e, NULL));
    out(&e, "#include \"gantry_device.h\"");
    out(&e, "#include \"gantry_generated.h\"");
    if (a->unit->pointer_calls.n)
        out(&e, "extern struct __gd_indirect " GANTRY_INDIRECT
                " __attribute__((weak)); struct __gd_indirect " GANTRY_INDIRECT ";");
    begin_device_variables(&e);
    tell_constructs(&e);
    emit_locks(&e);
    emit_chunks(&e);
    emit_indirect_functions(&e);
    emit_block_tables(&e);
    for_each_pointer (struct kernel, k, a->kernels)
        if (!k->is_printed_elsewhere)
            emit_variants(&e, k);
    emit_singles(&e);
    markers_finish(dest, a->options.exact_lines);
    balance_line_markers(dest);
    if (a->unit->diag->nerrors == 0)
        check_long_double_expressions(a);
    return a->unit->diag->nerrors == 0;
}
