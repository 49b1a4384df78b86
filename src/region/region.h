/* src/region: the region tree of one translation unit. The front end builds it; analyses add plans; the generators read
 * it. Nothing here knows libclang.
 *
 * All offsets are bytes into unit.text, the PROBE COPY: the preprocessed source in which every executable OpenMP
 * pragma line was replaced by a probe, `while ((e1), (e2), __gp(k))` for block-associated directives and
 * `(e1), __gp(k);` for stand-alone ones, and every declarative pragma line by blanks (line count kept). Slices of
 * text never need translating; a generator replaces region.pragma_at by what it generates, or by region.pragma (the
 * original line) where the pragma belongs to the host compiler. */
#ifndef GANTRY_REGION_H
#define GANTRY_REGION_H

#include "../base/base.h"
#include "../tables/tables.h" /* enum directive leaves, enum clause_kind, enum op … */

struct slice {
    uint32_t begin, end; /* [begin, end) in unit.text; begin == end: empty */
};
static inline bool given(struct slice s) { return s.begin < s.end; }

/* ---- types: enough to declare a name again, and to map it ---- */
enum type_kind {
    TYPE_VOID,
    TYPE_BOOL, /* from here on … */
    TYPE_INT,
    TYPE_ENUM,
    TYPE_FLOAT,
    TYPE_COMPLEX, /* … to here: arithmetic types */
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
    /* A declaration that C accepts, with one '\1' where the name goes: "double (*\1)[10]". Arrays of variable length,
     * and pointers to them, are written as a pointer to their elements: "double *\1" (device code). */
    const char *decl;
    int64_t size; /* bytes on the host; -1 = not constant or incomplete */
    unsigned align;
    bool is_signed, is_const, is_volatile, is_atomic, is_restrict;
    bool is_long_double;     /* long double or a complex of it: differs between host and GPU */
    const char *canonical;   /* how Clang spells the canonical type without qualifiers: equal for compatible types */
    bool has_pointers;       /* a record (or array of them) that contains pointers at any depth */
    bool has_unions;         /* a union, or a record (or array of them) that contains one at any depth */
    bool unnameable;         /* contains a type that is declared in brackets: cannot be declared again by spelling */
    bool local;              /* names a type that is declared inside a function */
    const struct type *elem; /* POINTER: pointee, ARRAY/VLA: element, COMPLEX/VECTOR: part */
    int64_t count;           /* ARRAY: elements; -1 = VLA or incomplete */
    const char *layout;      /* in the words of struct gantry_object (gantry_abi.h); NULL: nobody asked for it */
    const char *record;      /* RECORD: "struct point" or the typedef's name */
    uint32_t record_at;      /* RECORD: offset of its first declaration; equal for equal types */
};
/* The declaration of `name` with this type: type_declare(a, t, "x") is "double (*x)[10]". */
char *type_declare(struct arena *a, const struct type *t, const char *name);
char *type_declare_pointer(struct arena *a, const struct type *t, const char *name);
bool type_is_scalar(const struct type *t); /* arithmetic, enum, pointer, _Bool, complex: OpenMP's scalar */
bool type_is_arithmetic(const struct type *t);
bool type_is_local(const struct type *t); /* it, or what it is an array of or leads to, is declared in a function */
bool type_is_array(const struct type *t); /* of constant or variable length; t may be NULL */
struct item;
/* For a list item of a reduction (item_type: the type of its elements): */
int64_t reduction_count(const struct item *it); /* how many elements; -1: known only at run time */
bool reduction_is_array(const struct item *it); /* it is an array, a section or an element of one */

/* ---- names ---- */
struct func;
struct region;
struct node; /* tree.h */
/* One array of a variably modified type. Its length is `count`; where that is -1, the value of `var` (a variable that
 * Gantry adds to the code) or, in a cast, of the expression `expr`. */
struct vla_dim {
    int64_t count;
    const struct var *var;
    struct slice expr;
    bool own; /* `var` is declared and computed at this declaration, not at that of a typedef or another variable */
};
struct var {
    const char *name;
    const struct type *type; /* array parameters have TYPE_POINTER already, decl adjusted: "double *\1" */
    struct loc loc;
    uint32_t decl;           /* offset of the name in its (canonical) declaration */
    uint32_t complete_at;    /* … in the first one at file scope, or in its block, that says how long an array is */
    uint32_t extern_at;      /* offset of the name in the last block that declares it `extern`; 0: none */
    struct slice stmt;       /* the declaration statement with its ';', in a block; empty for parameters and globals */
    struct slice loop;       /* the for statement whose header declares it; else empty */
    unsigned stmt_vars;      /* how many variables that statement declares */
    unsigned align;          /* asked for by a number in _Alignas or aligned; 0: its type's */
    unsigned allocate_align; /* asked for by an allocate directive; 0: none */
    int allocator;           /* the predefined allocator of an allocate directive; 0: none */
    struct slice init;       /* initialiser expression, without '='; empty if none */
    const struct func *func; /* NULL at file scope */
    bool of_combiner;        /* omp_out, omp_in, omp_priv or omp_orig in the probe of a declare reduction */
    bool of_transformation;  /* of a loop that a loop transformation made (front/text/transform.c) */
    bool is_literal;         /* a compound literal whose address is taken; init is its text */
    bool is_constexpr;       /* constexpr: device code declares it again in each block that names it */
    bool is_param;
    bool is_global; /* of static storage duration, at file scope or in a block */
    bool is_static, is_extern, is_thread_local, is_register;
    bool addr_taken;                  /* & applied, or an array that decays other than by being subscripted, anywhere */
    bool written;                     /* stored to anywhere besides its initialiser */
    const struct region *declared_in; /* innermost OpenMP region whose associated statement holds the declaration */
    unsigned declare_target;          /* bits of enum var_target; 0: the device has no copy of its own */
    uint32_t chunk;                   /* file scope: its declaration's chunk; else UINT32_MAX */
    /* Where its type is variably modified: the arrays of the type, from the outermost on, also those that pointers in
     * it point to. The first vla_arrays of them are the variable's own storage (0: the variable is a pointer), and
     * vla_element is the type of their elements. vla_wrong, not NULL: why the lengths are not known. */
    VEC(struct vla_dim) dims;
    unsigned vla_arrays;
    const char *vla_element, *vla_wrong;
    /* A variable that Gantry adds, which holds the length of an array of `length_of`. on_host: the host's expression
     * for it, with \1 in place of that variable's name. */
    bool is_length;
    const char *on_host;
    const struct var *length_of;
    /* The first value that the text gives to an integer or pointer of a block; NULL: there is none. */
    const struct node *value;
};

/* Which copy the device has of a variable of static storage duration. The low bits are GANTRY_VAR_TO and
 * GANTRY_VAR_LINK: `declare target` names it. */
enum var_target {
    VAR_NAMED = 3,        /* mask: declare target, to or link */
    VAR_CONSTANT = 0x100, /* a table of constants: device code has a copy of its own, unknown to the host */
    VAR_REACHED = 0x200,  /* such a table that device code names */
    VAR_CONSTEXPR = 0x400 /* constexpr: device code declares it again */
};

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
    const struct func *func;
    const struct node *node;
};

enum access { /* what is done with a variable where it is named */
              ACC_READ = 1,
              ACC_WRITE = 2,
              ACC_ADDR = 4,  /* its address is taken */
              ACC_DEREF = 8, /* it is read to subscript or dereference it */
              /* what it points to, or an element of the array, is read or written */
              ACC_ELEM_READ = 16,
              ACC_ELEM_WRITE = 32,
              ACC_UNEVALUATED = 64, /* in sizeof, _Alignof, typeof */
              /* memory is read or written through a pointer that is found in it, or in what it points to: s.p->x = 1,
               * pp[0][1] = 1, sp->next->x = 1 */
              ACC_FAR_READ = 128,
              ACC_FAR_WRITE = 256,
};
struct ref { /* one use of a variable or function by name; sorted by off; also inside clause expressions of probes */
    uint32_t off, len;
    const struct var *var;      /* one of these two is set */
    const struct func *func;    /* the other is NULL */
    const struct func *on_host; /* func: the variant that host code calls there instead; NULL: the same */
    const struct node *node;    /* NAME or LITERAL; NULL: not in the user's text (the length of an array) */
    unsigned access;            /* enum access bits */
    bool is_call;               /* func: it is the callee of a direct call */
};

struct func {
    unsigned id; /* index in unit.funcs */
    const char *name;
    struct loc loc;
    uint32_t name_off;
    uint32_t decl_off; /* name in the first declaration */
    struct slice def;  /* whole definition incl. body; empty if only declared here */
    struct slice body; /* { … } */
    /* The part of the definition that, with a ';' after it, is a declaration; empty: the parameters are declared in the
     * style before C89, or a type is defined there. */
    struct slice head;
    uint32_t chunk; /* of the definition, else of a declaration */
    bool is_static, is_inline, is_variadic, in_system_header, noreturn;
    bool declare_target;
    bool indirect;           /* declare target indirect: the host's pointers to it can be called on the device */
    bool host_only;          /* declare target device_type(host) */
    bool has_indirect_calls; /* in the body: calls through pointers */
    const struct type *result;
    bool on_device; /* some region or device function reaches it, or it is declare target */
    VEC(const struct var *) params;
    const struct node *tree; /* its body; NULL: only declared here */
};

/* ---- canonical loops (OpenMP 5.2, 4.4.1) ---- */
enum rel { REL_LT, REL_LE, REL_GT, REL_GE, REL_NE };
struct loop {
    struct loc loc;
    struct slice stmt, init, cond, inc, body; /* body: the statement; with { } if the user wrote them */
    const struct var *iv;
    bool iv_declared;                          /* in the for statement itself */
    const struct node *tree;                   /* FOR */
    const struct node *lower, *upper, *stride; /* of lb, ub, step; stride: NULL when 1 (or -1) */
    struct slice lb, ub, step;                 /* expressions; step is empty when 1 (or -1): see step_sign */
    /* +1: iv += step; -1: iv -= step. With < and <= OpenMP requires that iv grows, with > and >= that it shrinks; where
     * the sign says otherwise (i += s with i > n), the value of step is negative. */
    int step_sign;
    int unequal;  /* where it is `wrong` for != with a step that is neither 1 nor -1: +1: < in its place would do; -1: >
                   */
    enum rel rel; /* normalised so that iv is on the left */
    bool ub_uses_outer; /* non-rectangular: lb or ub names an outer loop's iv */
    bool imperfect;     /* other statements stand between this loop and the one around it */
    const char *wrong;  /* not NULL: why it is not canonical, for the error message */
};

/* ---- user-defined reductions (OpenMP 5.2, 5.5.11): one for each type of a declare reduction. In the probe copy it is
 *     { T omp_out, omp_in; T omp_orig; T omp_priv = initialiser; combiner; }
 * in a function of its own at file scope, after `if (0)` in a block. ---- */
struct udr {
    const char *name; /* identifier, or operator as written */
    struct loc loc;
    struct slice scope; /* where the name may be used */
    struct slice probe; /* all of that text */
    struct slice type_name, combiner;
    struct slice init; /* initialiser, or the call that sets omp_priv; empty: none */
    bool init_is_call;
    const struct type *type;
    const struct var *out, *in, *priv, *orig;
};

/* ---- clauses ---- */
struct item {              /* a list item: variable, array section, structure member, member chain */
    struct slice text;     /* in the probe: base expression without its parentheses and sections: `p->a`, `s.x`, `a` */
    const char *written;   /* from the preprocessed pragma: "p->a[0:q.n]" */
    const char *shown;     /* the same, but as OpenACC's line has it where iterators of ours stand for sections */
    const char *named;     /* the same as the user wrote it, with macros: for messages */
    const struct var *var; /* the root variable: p, s, a; NULL for functions and unresolved names */
    const struct func *func; /* declare target(f) */
    const struct node *tree; /* of `text`; NULL: not probed */
    bool is_member;          /* `text` has a . or -> in it */
    bool is_value;           /* `text` is no lvalue */
    bool is_name;            /* `text` is the variable's name */
    bool is_part;            /* `text` is a member of a structure: its last operator is . or -> */
    const struct type *type; /* of the base expression `text` (not decayed) */
    /* The pointers that lead from the variable to the storage of `text`, in the order in which they are followed:
     * for `p->q->r`: p, p->q. Empty: it is part of the variable itself. */
    VEC(struct step {
        struct slice pointer; /* `p->q` */
        struct slice object;  /* what is reached there, `a[i]` for a[i].x; empty: what the pointer points to */
        bool is_var;          /* the pointer is the variable itself */
    })
    pointers;
    struct slice shape; /* OpenMP 5.2, 3.2.4: `[n][m]` of ([n][m])p; `text` is then the shaped lvalue in C */
    unsigned nsections;
    struct section {
        struct slice lower, length, stride; /* empty: absent; a plain subscript has length empty and has_colon false */
        bool has_colon;
        bool no_integer;                                 /* one of them has another type */
        bool lower_const, length_const, stride_const;    /* the value is known when compiling: … */
        int64_t lower_value, length_value, stride_value; /* … it is this */
    } *sections;
    const struct udr *udr; /* reduction: the declared one; NULL: the operator's own */
    struct loc loc;        /* of the item in the user's file when it can be found, else of the pragma */
};
struct iterator { /* of iterator(T i = begin:end:step); its expressions cannot name another iterator */
    const struct var *var;
    const char *type, *name;
    struct slice begin, end, step; /* step empty: 1 */
    uint32_t decl;                 /* of the variable, in the probe */
    struct loc loc;
};
struct mapper { /* OpenMP 5.2, 5.8.8: declare mapper(id: T var); its map clauses are the region's */
    const char *id, *type, *name;
    const struct var *var;
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
    const char *acc;                /* the name of the clause of OpenACC that it stands for; or NULL */
    const char *raw;         /* the argument as written, when it belongs to the host compiler (RAW, host clauses) */
    const struct node *tree; /* of expr; NULL: not probed */
    /* The clause's expressions: the chunk of schedule, the condition of if, the number of device …; expr2 is the lower
     * bound in num_teams(expr2:expr). allocate: expr is the allocator. uses_allocators, which becomes a clause for each
     * allocator: the memory space and the traits. */
    struct slice expr, expr2;
    bool expr_const;      /* expr is known when compiling: … */
    int64_t expr_value;   /* … it is this */
    bool expr_no_integer; /* expr has another type */
    bool expr_is_record;  /* expr is a structure or union */
    VEC(struct iterator) iterators;
    VEC(struct item) items;
    unsigned align;            /* allocate: bytes asked for by the align modifier; 0 = none */
    const struct clause *next; /* in the order written */
};

/* ---- a directive and what it applies to ---- */
struct acc_said_clause {
    const char *name, *text; /* "copy", "copy(a[0:n])" */
    bool is_rows;            /* of a map list or of an update, or the directive's own argument */
};
struct acc_said {     /* a line of OpenACC, for who proposes another; several directives of OpenMP may stand for it */
    const char *name; /* "parallel loop" */
    VEC(struct acc_said_clause) clauses;
    bool says_more; /* its data clauses say what no row of a map list does: finalize, zero */
};
struct region {
    unsigned id;            /* index in unit.regions */
    unsigned leaves;        /* set of enum directive_leaf bits: TARGET|TEAMS|DISTRIBUTE|… */
    enum directive dir;     /* row of directives.def for directives that are not made of leaves (target update …) */
    struct loc loc;         /* of the pragma */
    struct slice pragma_at; /* the probe's place, without its line end */
    const char *pragma;     /* the original (preprocessed) pragma line */
    bool of_macro;          /* the user's file has no such line: a macro makes it, or the operator _Pragma */
    const char *acc;        /* "acc parallel loop": it was written so; or NULL */
    const struct acc_said *acc_said; /* the line; or NULL */
    /* A further construct of `parallel sections` or `parallel masked taskloop`. It has its parent's statement, and
     * `pragma` is a line made for it alone. */
    bool joined;
    struct slice stmt;                             /* associated statement with its final ';'; empty for stand-alone */
    const struct node *tree;                       /* CONSTRUCT (tree.h) */
    const struct region *parent, *child, *sibling; /* lexical nesting within one function, in source order */
    const struct func *func;
    const struct clause *clauses;
    unsigned nloops;             /* associated loops: collapse(n), 1 for loop directives without it, 0 otherwise */
    const struct loop *loops;    /* outermost first; after the nloops those further in that ordered(n) names */
    unsigned ndeep;              /* n of ordered(n): loops that an iteration vector names; 0 without */
    bool in_hand;                /* the host compiler may lack it or get it wrong (tables/host.def) */
    bool on_device;              /* a target region, inside of one, or in a function that the device needs */
    const char *name;            /* critical(name) */
    const struct atomic *atomic; /* dir == DIR_ATOMIC */
    const struct mapper *mapper; /* dir == DIR_DECLARE_MAPPER */
    /* The rows that src/analysis keeps beside the record, to be found from it: what is decided for it, and the sharing
     * rows of its variables (NULL: no clause or rule gives one). See region_attach_plan. */
    struct plan *plan;
    struct sharing_table *sharing;
};
struct atomic {
    enum { ATOMIC_READ, ATOMIC_WRITE, ATOMIC_UPDATE, ATOMIC_CAPTURE } kind;
    struct slice x, e, v; /* update: x = x op e, or x = e op x; capture: v = x before or after the update or write */
    const struct type *xtype;
    enum op op;       /* ++: OP_ADD with e empty; --: OP_SUB with e empty; write: OP_NONE */
    bool reversed;    /* x = e op x */
    bool capture_old; /* v gets the value before */
    bool is_write;    /* capture of a plain write: { v = x; x = e; } */
    bool bit_field;   /* x is one */
    /* atomic compare: x gets d where x REL e holds (reversed: where e REL x does) */
    bool compare;
    enum { COMPARE_EQ, COMPARE_LT, COMPARE_GT } rel;
    struct slice d;
    struct slice r; /* gets the result of the comparison; empty: none */
    /* what v gets: nothing, x before, x after, x only where the comparison did not hold */
    enum { KEEP_NOTHING, KEEP_OLD, KEEP_NEW, KEEP_ELSE } keep;
    const char *wrong; /* not NULL: why the statement is not a legal form */
};

/* ---- pieces of file scope: device code gets those that it needs, and those that these need ---- */
struct chunk { /* one external declaration, or a non-OpenMP pragma line between them */
    struct slice text;
    enum { CHUNK_DECL, CHUNK_FUNC, CHUNK_VAR, CHUNK_PRAGMA } kind;
    const struct func *func;      /* CHUNK_FUNC: the definition */
    VEC(const struct var *) vars; /* CHUNK_VAR: variables declared there */
    struct slice static_at;       /* CHUNK_VAR: the word `static`; empty: it is not there */
    bool defines_type;            /* a structure, union or enumeration, maybe together with variables */
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
struct patch_part {
    const char *text;   /* new text; NULL: … */
    struct slice slice; /* … this text of the user's */
};
struct patch {
    uint32_t off, len;
    bool closes;  /* an insertion after an expression that ends at off; comes before insertions for one that begins
                   * there */
    unsigned seq; /* order at the same place: outer expressions before inner ones */
    VEC(struct patch_part) parts;
    const char *wrong;     /* not NULL: cannot be printed for a device, because of this */
    bool of_user_function; /* of host_patches: where the code has moved to a function of Gantry's, a reference */
};

/* Device functions that call alloca begin with this. */
#define ALLOCAS_DECLARED "struct __gd_allocas __gd_allocas __attribute__((cleanup(__gd_allocas_leave))) = {0};"

/* ---- effects that references by name do not show ---- */
/* stores through pointers, volatile and atomic accesses, calls through pointers, assembly */
enum effect_kind { EFFECT_STORE, EFFECT_VOLATILE, EFFECT_CALL, EFFECT_ASM };
struct effect {
    uint32_t off;
    enum effect_kind kind;
};

/* What a metadirective or a declare variant chose, as text for --dump=decisions and `gantry explain`. */
struct choice {
    struct loc loc;
    const char *where;
    const char *condition; /* decided at run time; NULL: when compiling */
    const char *text;
};

struct local_decl {    /* a type or enumerator that is declared inside a function */
    struct slice text; /* without the ';' where variables follow in the same statement */
    bool whole;        /* with the ';' */
};
struct tag {     /* a struct, union or enum without a tag that some variable has: printers give it the tag
                  * gantry_tag_<number> */
    uint32_t at; /* after its keyword */
};
struct long_double { /* an expression of type long double that is evaluated: a variable, literal, cast or call */
    uint32_t off;
    struct loc loc;
};

/* ---- the unit: all that the front end knows about a file; tables are in source order unless stated otherwise ---- */
struct unit {
    struct arena *arena;
    struct diag *diag;
    const char *path;             /* as given on the command line */
    const char *const *path_maps; /* "OLD=NEW" of -ffile-prefix-map and -fmacro-prefix-map; NULL-terminated, or NULL */
    const char *text;
    uint32_t len;
    VEC(const struct region *) regions; /* every executable pragma, in source order; declarative ones are not regions */
    VEC(const struct func *) funcs;
    VEC(const struct var *) vars;
    VEC(const struct var *) vla_vars; /* of a variably modified type, no parameters */
    VEC(struct ref) refs;
    VEC(struct use) uses;
    VEC(struct chunk) chunks;
    VEC(struct local_decl) local_decls;
    VEC(const struct var *) allocated; /* named by allocate directives, in source order of these */
    VEC(struct tag) tags;
    VEC(struct use) local_uses; /* a name at `off` needs local_decls.v[chunk] */
    VEC(const struct udr *) udrs;
    VEC(struct decl_pragma) decl_pragmas;
    VEC(struct effect) effects;
    VEC(struct long_double) long_doubles;
    VEC(struct slice) pointer_calls; /* the callees of calls through pointers, outer before inner */
    VEC(struct element) elements;
    VEC(uint32_t) vla_typedefs; /* places of local typedefs that device code does not have, only their lengths */
    VEC(uint32_t) allocas;      /* places of calls of alloca */
    /* Changes of the text, by place; at one place the closing ones first, and those from the inside out. */
    VEC(const struct patch *) patches;      /* for device code */
    VEC(const struct patch *) host_patches; /* for host code: calls of variants, names of functions */
    VEC(struct call) calls;
    VEC(const struct node *) trees; /* bodies of functions and declarations of file scope (tree.h) */
    VEC(struct choice) choices;
    VEC(struct loop_note) loop_notes;
    const struct linemap *lines; /* which line of which file an offset is (linemap_at) */
    /* The front end's function that unit_place calls, and its first argument. */
    struct loc (*place)(void *front, uint32_t off);
    void *front;
    uint64_t hash; /* of the text without line markers, so that the folder a file lies in does not change names */
    bool declares_event_type; /* omp_event_handle_t */
    bool has_device_code;     /* target constructs, declare target, data directives: its object needs a device link */
    bool requires_unified;    /* requires unified_shared_memory */
    bool openacc;             /* some of its directives are OpenACC's */
    enum clause_kind atomic_default; /* requires atomic_default_mem_order: SEQ_CST, ACQ_REL, RELAXED; NONE = relaxed */
};

/* ---- what measuring asks of directives (gantry tune): a change of the preprocessed text (front/text/changes.c) ----
 */
enum change_kind { CHANGE_COLLAPSE, CHANGE_NOWAIT, CHANGE_TILE, CHANGE_UNROLL };
enum { CHANGE_ON_DEVICES = 1, CHANGE_IN_PLACE = 2 };
struct change {
    struct loc target; /* the line of the target construct */
    struct loc at;     /* the line of the construct, or, for CHANGE_UNROLL, of the loop */
    unsigned places;   /* CHANGE_ON_DEVICES, CHANGE_IN_PLACE */
    enum change_kind kind;
    const char *value; /* loops, sizes "8, 16", iterations; "": none */
    bool deeper;       /* not measured: the launch may undo it (deeper.c). What cannot be written stays as it is */
};

/* ---- what analysis says of a `for` of the file, for OpenACC's `kernels` and `auto` (front/acc/proved.c) ---- */
struct update_fact { /* of an element or a flag, by several iterations: it must be atomic */
    struct loc at;
    const char *text; /* the statement, without its semicolon */
    const char *how;  /* "", or " write": of a flag, which iterations set to one value */
};
struct section_fact { /* the part that a loop touches of what a pointer leads to */
    const char *name; /* the pointer */
    const char *item; /* name[low:length] */
    bool read, written;
};
struct rewrite_fact {
    uint32_t from; /* in the loop's text, from its `for` on */
    unsigned length;
    const char *text;
};
/* It is rewritten: it keeps the place of an extreme value, in a structure, by a reduction of its own; or it is counted
 * and no canonical loop. */
struct found_fact {
    const char *what; /* why, as a sentence */
    bool counted;
    const char *before, *after; /* around the construct: a block that declares both, and its end */
    const char *last;           /* counted: of `after`, what sets variables; "" */
    const char *loop;           /* the text that is rewritten */
    VEC(struct rewrite_fact) rewrites;
};
struct loop_fact {
    struct loc at;       /* its line */
    const char *head;    /* `for (...)`, by which it is found among those of its line */
    bool parallel;       /* its iterations may run in any order, and at once: … */
    const char *guard;   /* … where this holds; NULL: always */
    const char *apart;   /* what it says: " a/b ", pointers that lead to separate memory */
    const char *clauses; /* … with these: " private(j) reduction(+: s)" */
    const char *names;   /* of the variables whose values it uses, with a blank before and after each: " n  *p ", p a
                          * pointer */
    const char *locals;  /* those that its function declares, and nobody names elsewhere: " n  p " */
    struct loc func_begin, func_end;
    bool has_last; /* among the clauses is one about a variable's last value */
    bool few;      /* it is known to have only a few iterations */
    VEC(struct update_fact) updates;
    VEC(struct section_fact) sections;
    const struct found_fact *found; /* or NULL */
    const char *said;               /* for gantry explain */
};
struct file_facts { /* of a file, as it is without OpenACC */
    VEC(struct loop_fact) loops;
    VEC(struct loc) pointers_set; /* lines in which a pointer variable is stored to */
};
struct loop_note { /* what was done about a loop for which OpenACC leaves that to the compiler */
    struct loc at;
    const char *said;
};

/* In unit.text a mapper of file scope stands in a function of its own. Its name is this and the region's number. */
#define MAPPER_WRAPPER "__gantry_mapper_"

/* ---- region.c ---- */
/* places: offset -> file and line */
struct linemap *linemap_build(struct arena *a, const char *text, uint32_t len, const char *path);
struct loc linemap_at(const struct linemap *m, uint32_t off);
bool linemap_in_system(const struct linemap *m, uint32_t off);              /* in a system header */
const char *const *linemap_files(struct arena *a, const struct linemap *m); /* NULL-terminated */
/* The offset where a line of a file begins in the text, or where the last line before it begins that is in the text; 0:
 * there is none.
 */
uint32_t linemap_find(const struct linemap *m, const char *text, struct loc loc);
/* A file's name as it goes into objects: changed by -ffile-prefix-map, so that programs do not depend on where they are
 * built. file == NULL: the unit's own. Diagnostics use the unmapped name. */
const char *unit_file(const struct unit *u, const char *file);
struct loc unit_loc(const struct unit *u, uint32_t off);   /* presumed file and line of an offset; col 0 */
struct loc unit_place(const struct unit *u, uint32_t off); /* the same with the column, where known: for messages */

/* Has f a device version in our runtime (mathematics, strings, printf, omp_*), and is it not defined by the file? A
 * function that the user defines may have the name of a library function: then the user's counts. */
bool is_library_func(const struct func *f);
const struct func *ref_host_func(const struct ref *r); /* what host code calls there; NULL: no function */
/* the number of the tag whose place is `at`; how many there are where there is none */
size_t unit_tag_number(const struct unit *u, uint32_t at);
/* The tables of the unit that are sorted by place: index of the first entry that begins at `off` or after it. */
size_t unit_ref_from(const struct unit *u, uint32_t off);
/* The uses, accesses, calls, effects and constructs that begin within a slice, in the order of the text; NULL: no more.
 *     for_each_in (ref, x, u, s) */
#define for_each_in(TYPE, x, u, s) for (const struct TYPE *x = TYPE##_first(u, s); x; x = TYPE##_next(u, s, x))
const struct ref *ref_first(const struct unit *u, struct slice s);
const struct ref *ref_next(const struct unit *u, struct slice s, const struct ref *x);
const struct element *element_first(const struct unit *u, struct slice s);
const struct element *element_next(const struct unit *u, struct slice s, const struct element *x);
const struct call *call_first(const struct unit *u, struct slice s);
const struct call *call_next(const struct unit *u, struct slice s, const struct call *x);
const struct effect *effect_first(const struct unit *u, struct slice s);
const struct effect *effect_next(const struct unit *u, struct slice s, const struct effect *x);
const struct region *region_first(const struct unit *u, struct slice s);
const struct region *region_next(const struct unit *u, struct slice s, const struct region *r);
struct slice region_text(const struct region *r); /* with its directive */
size_t unit_call_from(const struct unit *u, uint32_t off);
size_t unit_use_from(const struct unit *u, uint32_t off);
size_t unit_region_from(const struct unit *u, uint32_t off); /* begins: its pragma does */
/* A binary search in any such table of n entries of `size` bytes, whose places are `key` bytes from their beginnings.
 */
size_t table_from(const void *table, size_t n, size_t size, size_t key, uint32_t off);
/* the same where the entries are pointers to such records */
size_t table_of_pointers_from(const void *table, size_t n, size_t key, uint32_t off);
/* The first reference to v in s; NULL: nothing names it there */
const struct ref *unit_ref_to(const struct unit *u, struct slice s, const struct var *v);
/* the index in unit.chunks of what holds `off`; UINT32_MAX: nothing does */
uint32_t unit_chunk_at(const struct unit *u, uint32_t off);
/* the function in whose definition `off` is, or NULL */
const struct func *unit_func_around(const struct unit *u, uint32_t off);
/* the innermost construct whose statement is around `off`, or NULL */
const struct region *unit_region_around(const struct unit *u, uint32_t off);

bool region_holds(const struct region *r, enum directive d); /* is there such a construct inside r? */
/* For messages: the directive and the clause as the user named them: "acc parallel loop", "copy". */
const char *region_said(const struct region *r, char *buf, unsigned size);
const char *clause_said(const struct clause *c);
const char *in_acc_words(struct arena *a, const char *text); /* what is said in OpenMP's words, in those of OpenACC */
const struct clause *region_clause(const struct region *r, enum clause_kind k); /* the first of that kind, or NULL */
const struct clause *region_if(const struct region *r, unsigned leaf); /* the if clause that is about it, or NULL */
bool is_if_about(const struct clause *c, unsigned leaf);               /* without a modifier it is about all leaves */
/* of a construct with teams: its own thread_limit, else that of the target construct around it; or NULL */
const struct clause *region_thread_limit(const struct region *teams);
unsigned
region_depth(const struct region *r); /* entries of r->loops: associated ones, and more that ordered(n) names */
bool slice_has(struct slice s, uint32_t off);
/* Is there nothing before it in its line, and no pragma of others in the line before? Nothing after it in its line?
 * Then a directive may be put in front of the line, or behind it. */
bool unit_begins_line(const struct unit *u, uint32_t off);
bool unit_ends_line(const struct unit *u, uint32_t off);
/* A copy of the text, for printing only: analyses read the tree. */
const char *text_slice(const struct unit *u, struct slice s);
bool region_inside(const struct region *inner, const struct region *outer); /* outer is an ancestor or the same */

const struct type *item_type(const struct item *it); /* of one element: after its sections, and of arrays the innermost
                                                      * element */
/* How many pointers are followed from the variable to the item's storage: it->pointers, and those that its sections
 * subscript. *last (`last` may be NULL): which section subscripts the last of these pointers; -1: none does. */
unsigned item_pointers(const struct item *it, int *last);
bool item_follows_var(const struct item *it); /* the first of those pointers is the variable itself */
/* Is it a member of a structure, or storage that a pointer other than the variable leads to? Not: the variable, or a
 * section or element of it or of what it points to. */
bool item_is_member_or_indirect(const struct item *it);
const struct node *item_structure(const struct item *it); /* of `a[1].s.x`: `a[1]`; the item follows no pointer */
/* the mapper `id` for such structures that is known at `off`; NULL: there is none */
const struct region *unit_mapper(const struct unit *u, uint32_t off, const struct type *t, const char *id);

/* Records are const once the front end is through. An analysis that makes rows about a construct hangs them on it. */
void region_attach_plan(const struct region *r, struct plan *p);                /* none was there before */
void region_attach_sharing(const struct region *r, struct sharing_table *rows); /* none were there before */

bool region_is_imperfect(const struct region *r);                               /* code stands between its loops */
bool is_loop_variable(const struct region *r, unsigned n, const struct var *v); /* of one of its first n loops */
bool region_is_rectangular(const struct region *r); /* no bound names an outer loop's variable */

/* ---- print.c, verify.c ---- */
void region_print(FILE *f, const struct unit *u);  /* --dump=regions */
bool region_verify(const struct unit *u, FILE *f); /* the invariants; false and a message when one is broken */
/* In builds that assert (GANTRY_VERIFY): ends the program with a message when an invariant is broken after `step`. */
#ifdef GANTRY_VERIFY
void unit_verify(const struct unit *u, const char *step);
#else
static inline void unit_verify(const struct unit *u, const char *step) { (void)u, (void)step; }
#endif

#endif
