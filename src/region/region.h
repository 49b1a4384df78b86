/* src/region: the region tree of one translation unit. The front end builds it; analyses add decisions; the generators
 * read it. Nothing here knows libclang.
 *
 * All offsets are bytes into unit.text, the PROBE COPY: the preprocessed source in which every executable OpenMP
 * pragma line was replaced by a probe, `while ((e1), (e2), __gp(k))` for block-associated directives and
 * `(e1), __gp(k);` for stand-alone ones, and every declarative pragma line by blanks (line count kept). Slices of
 * text never need translating; a printer replaces [pragma.begin, pragma.end) by what it generates, or by
 * region.pragma (the original line) where the pragma belongs to the host compiler. */
#ifndef GANTRY_REGION_H
#define GANTRY_REGION_H

#include "../base/base.h"
#include "../tables/tables.h" /* enum directive leaves, enum clause_kind, enum op … */

struct slice {
    uint32_t begin, end; /* [begin, end) in unit.text; begin == end: empty */
};

/* ---- types: enough to declare a name again, and to map it ---- */
enum type_kind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_INT,
    TYPE_ENUM,
    TYPE_FLOAT,
    TYPE_COMPLEX,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_VLA,
    TYPE_RECORD,
    TYPE_FUNCTION,
    TYPE_VECTOR,
    TYPE_OTHER,
};
struct type {
    enum type_kind kind; /* of the canonical type */
    const char *decl; /* compilable declarator with one '\1' where the name goes: "double (*\1)[10]"; arrays of variable
                       * length, and pointers to them, as a pointer to their elements: "double *\1" (device code) */
    int64_t size;     /* bytes on the host; -1 = not constant or incomplete */
    unsigned align;
    bool is_signed, is_const, is_volatile, is_atomic;
    bool is_long_double;   /* long double or a complex of it: differs between host and GPU */
    const char *canonical; /* how Clang spells the canonical type without qualifiers: equal for compatible types */
    bool has_pointers;     /* a record (or array of them) with pointer members somewhere */
    bool unnameable;       /* contains a tagless record without typedef: cannot be declared again by spelling */
    bool local;            /* names a type that is declared inside a function */
    struct type *elem;     /* POINTER: pointee, ARRAY/VLA: element, COMPLEX/VECTOR: part */
    int64_t count;         /* ARRAY: elements; -1 = VLA or incomplete */
    const char *record;    /* RECORD: "struct point" or the typedef's name */
    uint32_t record_at;    /* RECORD: where it is declared first: two types are the same when this is */
};
/* text of a declaration of `name` with this type, e.g. type_declare(a, t, "x") -> "double (*x)[10]" */
char *type_declare(struct arena *a, const struct type *t, const char *name);
char *type_declare_pointer(struct arena *a, const struct type *t, const char *name);
bool type_is_scalar(const struct type *t); /* arithmetic, enum, pointer, _Bool, complex: OpenMP's scalar */
bool type_is_arithmetic(const struct type *t);
struct item;
/* a list item of a reduction: the type of its elements (no array; NULL: not known), how many there are (-1: known when
 * it runs), and whether it is an array, a section or an element of one */
const struct type *reduction_element(const struct item *it);
int64_t reduction_count(const struct item *it);
bool reduction_is_array(const struct item *it);

/* ---- names ---- */
struct func;
struct region;
struct node;           /* tree.h */
struct vla_dim {       /* an array of a type: */
    int64_t count;     /* its length; -1: it varies, and is the value of … */
    struct var *var;   /* … this variable of ours, or (in a cast) … */
    struct slice expr; /* … this expression */
    bool own;          /* the variable is computed where this declaration stands */
};
struct var {
    const char *name;
    struct type *type; /* array parameters have TYPE_POINTER already, decl adjusted: "double *\1" */
    struct loc loc;
    uint32_t decl;      /* offset of the name in its (canonical) declaration */
    uint32_t extern_at; /* offset of the name in the last block that declares it `extern`; 0: none */
    struct slice stmt;  /* the whole DeclStmt with its ';' for block-scope variables; empty for parameters/globals */
    struct slice loop;  /* the for statement whose head declares it; else empty */
    unsigned stmt_vars; /* declarators in that statement */
    unsigned align;     /* asked for by a number in _Alignas or aligned; 0: its type's */
    unsigned allocate_align; /* asked for by an allocate directive; 0: none */
    int allocator;           /* predefined, of an allocate directive; 0: none */
    struct slice init;       /* initialiser expression, without '='; empty if none */
    struct func *func;       /* NULL at file scope */
    bool of_combiner;        /* omp_out, omp_in, omp_priv or omp_orig in the probe of a declare reduction */
    bool is_literal;         /* a compound literal whose address is taken; init is its text */
    bool is_constexpr;       /* device code declares it again wherever it names it */
    bool is_param, is_global /* static storage, file or block scope */, is_static, is_extern, is_thread_local;
    bool addr_taken;            /* & applied, or an array that decays other than by being subscripted, anywhere in TU */
    bool written;               /* stored to anywhere in TU besides its initialiser */
    struct region *declared_in; /* innermost OpenMP region whose associated statement holds the declaration */
    unsigned declare_target;    /* GANTRY_VAR_TO / GANTRY_VAR_LINK bits, 0 = none; enum below */
    uint32_t chunk;             /* file scope: its declaration's chunk; else UINT32_MAX */
    /* of a variably modified type: its arrays from the outermost on, through pointers. vla_arrays of them are the
     * variable's own storage (0: it is a pointer), of elements of type vla_element. vla_wrong: why its lengths are not
     * known */
    VEC(struct vla_dim) dims;
    unsigned vla_arrays;
    const char *vla_element, *vla_wrong;
    bool is_length;      /* one of our own, that holds a length; on_host: the host's expression for it, with \1 for */
    const char *on_host; /* the name of length_of, the variable that it is about */
    struct var *length_of;
    const struct node
        *value; /* the first that the text gives it; NULL: none, or not an integer or pointer of a block */
};

/* src/analysis: a table of constants of which device code has a copy of its own, unknown to the host; is it needed? */
enum { VAR_NAMED = 3, VAR_CONSTANT = 0x100, VAR_REACHED = 0x200, VAR_CONSTEXPR = 0x400 };

/* ---- accesses of memory ---- */
struct element { /* an access of memory through a subscript, a pointer or a member; in source order */
    uint32_t off, end;
    struct slice base;       /* without its subscripts: `a` of a[i][j], `p->u` of p->u[k] */
    unsigned access;         /* ACC_READ, ACC_WRITE */
    int64_t size;            /* bytes */
    const struct node *node; /* of the access */
};
struct call { /* a direct call of a function that is no system header's; in source order */
    uint32_t off;
    struct func *func;
    const struct node *node;
};

enum access {
    ACC_READ = 1,
    ACC_WRITE = 2,
    ACC_ADDR = 4,
    ACC_DEREF = 8 /* read to subscript or dereference it */,
    ACC_ELEM_READ = 16,
    ACC_ELEM_WRITE = 32 /* what it points to, or an array's element, is read/written */,
    ACC_UNEVALUATED = 64 /* sizeof, _Alignof, typeof */,
    ACC_FAR_READ = 128,
    ACC_FAR_WRITE = 256 /* memory is read/written through a pointer that is found in it, or in
                         * what it points to: s.p->x = 1, pp[0][1] = 1, sp->next->x = 1 */
};
struct ref { /* one use of a variable or function by name; sorted by off; also inside clause expressions of probes */
    uint32_t off, len;
    struct var *var; /* one of the two */
    struct func *func;
    struct func *on_host;    /* func: the variant that host code calls there instead; NULL: the same */
    const struct node *node; /* NAME or LITERAL; NULL: no name of the user's (a length of an array) */
    unsigned access;         /* enum access bits */
    bool is_call;            /* func: it is the callee of a direct call */
};

struct func {
    unsigned id; /* index in unit.funcs */
    const char *name;
    struct loc loc;
    uint32_t name_off;
    uint32_t decl_off; /* name in the first declaration */
    struct slice def;  /* whole definition incl. body; empty if only declared here */
    struct slice body; /* { … } */
    struct slice head; /* what declares it where a ';' follows; empty: the old style, or a type is defined there */
    uint32_t chunk;    /* of the definition, else of a declaration */
    bool is_static, is_inline, is_variadic, in_system_header, noreturn;
    bool declare_target;
    bool indirect;           /* declare target indirect: the host's pointers to it can be called on the device */
    bool host_only;          /* declare target device_type(host) */
    bool has_indirect_calls; /* in the body: calls through pointers */
    struct type *result;
    bool on_device; /* src/analysis: some region or device function reaches it, or it is declare target */
    VEC(struct var *) params;
    const struct node *tree; /* its body; NULL: only declared here */
};

/* ---- canonical loops (OpenMP 5.2, 4.4.1) ---- */
enum rel { REL_LT, REL_LE, REL_GT, REL_GE, REL_NE };
struct loop {
    struct loc loc;
    struct slice stmt, init, cond, inc, body; /* body: the statement; with { } if the user wrote them */
    struct var *iv;
    bool iv_declared;                          /* in the for statement itself */
    const struct node *tree;                   /* FOR */
    const struct node *lower, *upper, *stride; /* of lb, ub, step; stride: NULL when 1 (or -1) */
    struct slice lb, ub, step;                 /* expressions; step is empty when 1 (or -1): see step_sign */
    int step_sign;      /* +1: iv += step; -1: iv -= step. For < and <= (> and >=) OpenMP makes iv grow (shrink);
                         * when that is not what the sign says (i += s with i > n), step's value is negative */
    enum rel rel;       /* normalised so that iv is on the left */
    bool ub_uses_outer; /* non-rectangular: lb or ub names an outer loop's iv */
    bool imperfect;     /* other statements stand between this loop and the one around it */
    const char *wrong;  /* not NULL: why it is not canonical, for the error message */
};

/* ---- user-defined reductions (OpenMP 5.2, 5.5.11): one for each type of a declare reduction. In the probe copy it is
 *     { T omp_out, omp_in; T omp_orig; T omp_priv = initialiser; combiner; }
 * in a function of its own at file scope, behind `if (0)` in a block. ---- */
struct udr {
    const char *name; /* identifier, or operator as written */
    struct loc loc;
    struct slice scope; /* where the name may be used */
    struct slice probe; /* all of that text */
    struct slice type_name, combiner;
    struct slice init; /* initialiser, or the call that sets omp_priv; empty: none */
    bool init_is_call;
    struct type *type;
    struct var *out, *in, *priv, *orig;
};

/* ---- clauses ---- */
struct item {            /* a list item: variable, array section, structure member, member chain */
    struct slice text;   /* in the probe: base expression without its parentheses and sections: `p->a`, `s.x`, `a` */
    const char *written; /* as the user wrote it, from the preprocessed pragma: "p->a[0:q.n]" */
    struct var *var;     /* the root variable: p, s, a; NULL for functions and unresolved names */
    struct func *func;   /* declare target(f) */
    const struct node *tree; /* of `text`; NULL: not probed */
    bool is_member;          /* has . or -> */
    bool is_value;           /* `text` is no lvalue */
    bool is_name, is_part;   /* `text` is the variable's name; it is a member of something */
    struct type *type;       /* of the base expression `text` (not decayed) */
    /* The pointers that lead from the variable to the storage of `text`, in the order in which they are followed:
     * for `p->q->r`: p, p->q. Empty: it is part of the variable itself. */
    VEC(struct step {
        struct slice pointer; /* `p->q` */
        struct slice object;  /* what is reached there, `a[i]` for a[i].x; empty: what the pointer points to */
        bool is_var;          /* the pointer is the variable itself */
    })
    way;
    struct slice shape; /* OpenMP 5.2, 3.2.4: `[n][m]` of ([n][m])p; `text` is then the shaped lvalue in C */
    unsigned nsections;
    struct section {
        const struct node *lower_tree, *length_tree, *stride_tree;
        struct slice lower, length, stride; /* empty: absent; a plain subscript has length empty and has_colon false */
        bool has_colon;
        bool lower_const, length_const, stride_const; /* known when compiling: the values */
        int64_t lower_value, length_value, stride_value;
    } *sections;
    struct udr *udr; /* reduction: the declared one; NULL: the operator's own */
    struct loc loc;  /* of the item in the user's file when it can be found, else of the pragma */
};
struct iterator { /* of iterator(T i = begin:end:step); the expressions know no iterator */
    struct var *var;
    const char *type, *name;
    struct slice begin, end, step; /* step empty: 1 */
    uint32_t decl;                 /* of the variable, in the probe */
    struct loc loc;
};
struct mapper { /* OpenMP 5.2, 5.8.8: declare mapper(id: T var); its map clauses are the region's */
    const char *id, *type, *name;
    struct var *var;
    struct slice scope; /* the block that it is declared in, from there on; to the end of the text at file scope */
    uint32_t decl;
};
struct clause {
    enum clause_kind kind;
    struct loc loc;
    enum directive_leaf applies_to; /* if(target: …); 0 = no modifier */
    unsigned modifiers;             /* per clause: MAP_*, SCHED_*, DEFAULT_*, ORDER_*, DEVICE_*; see tables.h */
    enum op op;                     /* reduction */
    const char *user_op;            /* reduction with a declared identifier, mapper(name), depend kinds: text */
    const char *written;            /* the whole clause, from the preprocessed pragma */
    const char *raw;          /* the argument as written, when it belongs to the host compiler (RAW, host clauses) */
    const struct node *tree;  /* of expr; NULL: not probed */
    struct slice expr, expr2; /* num_teams(expr2:expr): upper, lower; schedule chunk; if; device …;
                               * allocate: allocator; uses_allocators, one clause per allocator: memory space, traits */
    bool expr_const;          /* expr is known when compiling: */
    int64_t expr_value;
    bool expr_no_integer; /* expr has another type */
    VEC(struct iterator) iterators;
    VEC(struct item) items;
    unsigned align;      /* allocate: bytes asked for by the align modifier; 0 = none */
    bool implied;        /* nobody wrote it: firstprivate and lastprivate, which linear stands for */
    struct clause *next; /* in the order written */
};

/* ---- a directive and what it applies to ---- */
struct region {
    unsigned id;            /* index in unit.regions */
    unsigned leaves;        /* set of enum directive_leaf bits: TARGET|TEAMS|DISTRIBUTE|… */
    enum directive dir;     /* row of directives.def for directives that are not made of leaves (target update …) */
    struct loc loc;         /* of the pragma */
    struct slice pragma_at; /* the probe's place, without its line end */
    const char *pragma;     /* the original (preprocessed) pragma line */
    bool joined; /* a further construct of `parallel sections` or `parallel masked taskloop`: its parent's statement;
                  * pragma is then a line made for it alone */
    struct slice stmt;                       /* associated statement with its final ';'; empty for stand-alone */
    const struct node *tree;                 /* CONSTRUCT (tree.h) */
    struct region *parent, *child, *sibling; /* lexical nesting within one function, in source order */
    struct func *func;
    struct clause *clauses;
    unsigned nloops;       /* associated loops: collapse(n), 1 for loop directives without it, 0 otherwise */
    struct loop *loops;    /* outermost first; with ordered(n) the n - nloops further in behind them */
    unsigned ndeep;        /* n of ordered(n): loops that an iteration vector names; 0 without */
    bool on_device;        /* is, or is inside, a target region; or in a function that the device needs */
    const char *name;      /* critical(name) */
    struct atomic *atomic; /* dir == DIR_ATOMIC */
    struct mapper *mapper; /* dir == DIR_DECLARE_MAPPER */
    struct plan *plan;     /* src/analysis: what was decided for it; NULL before */
    /* src/analysis: who has which variable in it; NULL: nothing is said */
    struct sharing_table *sharing;
};
struct atomic {
    enum { ATOMIC_READ, ATOMIC_WRITE, ATOMIC_UPDATE, ATOMIC_CAPTURE } kind;
    /* update: x = x op e (or e op x): slices; capture: v = x before or after the update, or write capture */
    struct slice x, e, v;
    struct type *xtype, *vtype;
    enum op op;       /* for ++ OP_ADD with e empty, -- OP_SUB with e empty; write: OP_NONE */
    bool reversed;    /* x = e op x */
    bool capture_old; /* v gets the value before */
    bool is_write;    /* capture of a plain write: { v = x; x = e; } */
    bool bit_field;   /* x is one */
    bool compare;     /* x gets d where x REL e holds (reversed: e REL x): */
    enum { COMPARE_EQ, COMPARE_LT, COMPARE_GT } rel;
    struct slice d, r; /* r: gets whether it held; empty without */
    enum {
        KEEP_NOTHING,
        KEEP_OLD,
        KEEP_NEW,
        KEEP_ELSE
    } keep;            /* what v gets: x before, x after, x where it did not hold */
    const char *wrong; /* not NULL: why the statement is not a legal form */
};

/* ---- file-scope pieces: the declaration closure for device C ---- */
struct chunk { /* one external declaration, or a non-OpenMP pragma line between them */
    struct slice text;
    enum { CHUNK_DECL, CHUNK_FUNC, CHUNK_VAR, CHUNK_PRAGMA } kind;
    struct func *func;      /* CHUNK_FUNC: the definition */
    VEC(struct var *) vars; /* CHUNK_VAR: variables declared there */
    struct slice static_at; /* CHUNK_VAR: the word `static`; empty: it is not there */
    bool defines_type;      /* a structure, union or enumeration, maybe together with variables */
    bool in_system_header;
};
struct decl_pragma { /* a declarative pragma: its line is blank in unit.text; a printer of host C restores it */
    struct slice at; /* the blanks */
    enum directive dir;
    const char *pragma; /* the original line */
};
struct use { /* some name at `off` refers to a declaration in `chunk`; sorted by off */
    uint32_t off, chunk;
};

/* A change of the text for device code: `len` bytes at `off` become the parts, one after the other. */
struct patch {
    uint32_t off, len;
    bool closes;  /* inserted behind an expression that ends at off: before what is inserted for one that begins */
    unsigned seq; /* outer expressions before inner ones */
    VEC(struct patch_part {
        const char *text;   /* or, NULL, */
        struct slice slice; /* text of the user's */
    })
    parts;
    const char *wrong; /* not NULL: cannot be printed for a device, because of this */
};

/* what device functions that call alloca begin with */
#define ALLOCAS_DECLARED "struct __gd_allocas __gd_allocas __attribute__((cleanup(__gd_allocas_leave))) = {0};"

/* what names do not show: stores through pointers, volatile and atomic accesses, calls through pointers, assembly */
enum effect_kind { EFFECT_STORE, EFFECT_VOLATILE, EFFECT_CALL, EFFECT_ASM };
struct effect {
    uint32_t off;
    enum effect_kind kind;
};

struct choice { /* a metadirective's or a variant's, for people: `condition` (may be NULL) is of the run */
    struct loc loc;
    const char *where, *condition, *text;
};

struct unit {
    struct arena *arena;
    struct diag *diag;
    const char *path;             /* as given on the command line */
    const char *const *path_maps; /* "OLD=NEW" of -ffile-prefix-map and -fmacro-prefix-map; NULL-terminated, or NULL */
    const char *text;
    uint32_t len;
    VEC(struct region *) regions; /* every executable pragma, in source order; declarative ones are not regions */
    VEC(struct func *) funcs;
    VEC(struct var *) vars;
    VEC(struct var *) vla_vars; /* of a variably modified type, no parameters */
    VEC(struct ref) refs;
    VEC(struct use) uses;
    VEC(struct chunk) chunks;
    VEC(struct local_decl {                    /* types and enumerators declared inside functions, in source order */
                            struct slice text; /* without the ';' where variables follow in the same statement */
                            bool whole;        /* with it */
    })
    local_decls;
    VEC(struct var *) allocated; /* named by allocate directives, in source order of these */
    VEC(struct tag { /* a tagless struct, union or enum that some variable has: gets the tag gantry_tag_<at> */
                     uint32_t at; /* behind its keyword */
    })
    tags;
    VEC(struct use) local_uses;           /* a name at `off` needs local_decls.v[chunk]; in source order */
    VEC(struct udr *) udrs;               /* in source order */
    VEC(struct decl_pragma) decl_pragmas; /* in source order */
    VEC(struct effect) effects;           /* in source order */
    VEC(struct long_double {
        uint32_t off;
        struct loc loc;
    })
    long_doubles; /* expressions of that type that are evaluated: variables, literals, casts, calls; in source order */
    VEC(struct slice) pointer_calls; /* the callees of calls through pointers, in source order, outer before inner */
    VEC(struct element) elements;
    VEC(uint32_t) vla_typedefs; /* places of local typedefs that device code does not have, only their lengths */
    VEC(uint32_t) allocas;      /* places of calls of alloca */
    VEC(struct patch *)
    patches, host_patches; /* by place; closing ones first, and those from the inside out; the host's: calls
                            * of variants */
    VEC(struct call) calls;
    VEC(const struct node *) trees; /* bodies of functions and declarations of file scope, in source order (tree.h) */
    VEC(struct choice) choices;
    struct linemap *lines; /* opaque: offset -> presumed place */
    struct loc (*place)(void *front,
                        uint32_t off); /* the front end's: with the column in the user's file, where it is known */
    void *front;
    uint64_t hash; /* of the text without line markers, so that the folder a file lies in does not change names */
    bool declares_event_type;        /* omp_event_handle_t */
    bool has_device_code;            /* some target construct or declare target */
    bool requires_unified;           /* requires unified_shared_memory */
    enum clause_kind atomic_default; /* requires atomic_default_mem_order: SEQ_CST, ACQ_REL, RELAXED; NONE = relaxed */
};

/* In unit.text a mapper of file scope stands in a function of its own, of this name and the region's number. */
#define MAPPER_WRAPPER "__gantry_mapper_"

/* region.c */
/* A file's name as it goes into objects: mapped, for programs that do not depend on where they were built. NULL: the
 * unit's own. Diagnostics say the name as it is. */
const char *unit_file(const struct unit *u, const char *file);
/* the mapper `id` for such structures that is known at `off`; NULL: there is none */
struct region *unit_mapper(const struct unit *u, uint32_t off, const struct type *t, const char *id);
const struct type *item_type(const struct item *it); /* of one element: behind its sections, and not an array */
/* Pointers that are followed from the variable to the item's storage: those on its way, and those that its sections
 * subscript. `last` (may be NULL): the section that subscripts the last of them, or -1: it stands in `way`. */
unsigned item_pointers(const struct item *it, int *last);
bool item_follows_var(const struct item *it); /* the first of those pointers is the variable itself */
bool item_hangs(
    const struct item *it); /* its storage is neither the variable's nor what the variable itself points to */
const struct node *item_structure(const struct item *it);  /* of `a[1].s.x`: `a[1]`; no pointers on the way */
struct loc unit_loc(const struct unit *u, uint32_t off);   /* presumed file and line of an offset; col 0 */
struct loc unit_place(const struct unit *u, uint32_t off); /* with the column: for messages */
struct linemap *linemap_build(struct arena *a, const char *text, uint32_t len, const char *path);
struct loc linemap_at(const struct linemap *m, uint32_t off);
bool linemap_in_system(const struct linemap *m, uint32_t off); /* marker flag 3 */
struct func *ref_host_func(const struct ref *r);               /* what host code calls there; NULL: no function */
/* first index in u->effects with off >= given */
size_t unit_effect_from(const struct unit *u, uint32_t off);
/* first index in u->refs with off >= given */
size_t unit_ref_from(const struct unit *u, uint32_t off);
size_t unit_region_from(const struct unit *u, uint32_t off);  /* by where its pragma begins */
size_t unit_element_from(const struct unit *u, uint32_t off); /* the same in elements and calls */
size_t unit_call_from(const struct unit *u, uint32_t off);
size_t unit_use_from(const struct unit *u, uint32_t off);
bool region_holds(const struct region *r, enum directive d);              /* a construct inside it */
struct clause *region_clause(const struct region *r, enum clause_kind k); /* first of that kind or NULL */
struct clause *region_thread_limit(const struct region *teams); /* its own, else the target's around it; or NULL */
unsigned region_depth(const struct region *r);    /* r->loops: shared ones and those that ordered(n) names besides */
bool region_is_imperfect(const struct region *r); /* code stands between its loops */
bool is_loop_variable(const struct region *r, unsigned n, const struct var *v); /* of one of its first n loops */
bool region_is_rectangular(const struct region *r); /* no bound names an outer loop's variable */
bool slice_has(struct slice s, uint32_t off);
/* A copy, to be printed. Who wants to know what the user wrote asks the front end's facts instead. */
const char *text_slice(const struct unit *u, struct slice s);
bool region_inside(const struct region *inner, const struct region *outer); /* outer is an ancestor or the same */
void region_print(FILE *f, const struct unit *u);                           /* --dump=regions */
/* In builds that assert (GANTRY_VERIFY): ends the program with what is broken after the step `step`. */
#ifdef GANTRY_VERIFY
void unit_verify(const struct unit *u, const char *step);
#else
static inline void unit_verify(const struct unit *u, const char *step) { (void)u, (void)step; }
#endif
bool region_verify(const struct unit *u, FILE *f); /* invariants; false and text when broken */

#endif
