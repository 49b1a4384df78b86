/* softgpu.h: private to softgpu/: a driver library that executes PTX on the CPU (docs/softgpu.md).
 *
 * Text becomes tokens (lexer.c), these become variables, functions and instructions (parse.c), each of which is looked
 * up in the table of forms (ops.def) and stored as a handler with the places of its operands (decode.c). A launch makes
 * warps; warp.c runs their lanes, block.c their blocks, queue.c one thing after the other; driver.c is what programs
 * call.
 *
 * Values live in rows: 32 lanes of a register side by side. A handler does its work for all lanes of a mask, so lanes
 * that are at the same instruction share the cost of decoding it. Each lane still has a program counter, a frame and a
 * stack of calls of its own, and any subset of a warp can go on alone.
 *
 * Layers, lowest first:
 *
 *   store.c lexer.c       memory and names; tokens
 *   describe.c memory.c report.c
 *   clocks.c order.c watch.c shadow.c touched.c
 *   executed.c frame.c label.c access.c atomic.c alu.c floats.c rare.c halves.c forms.c
 *   races.c unset.c classes.c count.c
 *   builtin.c meet.c warp.c workers.c block.c
 *   scope.c live.c decode_operands.c decode_memory.c decode_compute.c decode_lanes.c decode_control.c
 *   decode_function.c decode.c parse.c layout.c code.c
 *   queue.c driver.c nodes.c capture.c streams.c copies.c kernels.c graph.c newer.c
 */
#ifndef GANTRY_SOFTGPU_H
#define GANTRY_SOFTGPU_H

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LANES = 32, UNIT = LANES * 4, ALL_LANES = -1, MOST_OPERANDS = 6, MOST_BARRIERS = 16 };

/* ---- results, as the driver numbers them ---- */
enum {
    SG_OK = 0,
    SG_INVALID_VALUE = 1,
    SG_OUT_OF_MEMORY = 2,
    SG_NOT_INITIALIZED = 3,
    SG_NO_DEVICE = 100,
    SG_INVALID_DEVICE = 101,
    SG_INVALID_IMAGE = 200,
    SG_INVALID_CONTEXT = 201,
    SG_UNSUPPORTED_LIMIT = 215,
    SG_INVALID_PTX = 218,
    SG_INVALID_HANDLE = 400,
    SG_ILLEGAL_STATE = 401,
    SG_NOT_FOUND = 500,
    SG_NOT_READY = 600,
    SG_ILLEGAL_ADDRESS = 700,
    SG_OUT_OF_RESOURCES = 701,
    SG_TIMEOUT = 702,
    SG_ASSERT = 710,
    SG_STACK = 714,
    SG_ILLEGAL_INSTRUCTION = 715,
    SG_MISALIGNED = 716,
    SG_INVALID_SPACE = 717,
    SG_INVALID_PC = 718,
    SG_LAUNCH_FAILED = 719,
    SG_TOO_LARGE_COOPERATIVE = 720,
    SG_NOT_SUPPORTED = 801,
    SG_CAPTURE_UNSUPPORTED = 900,
    SG_CAPTURE_INVALIDATED = 901,
    SG_CAPTURE_MERGE = 902,
    SG_CAPTURE_UNMATCHED = 903,
    SG_CAPTURE_UNJOINED = 904,
    SG_CAPTURE_ISOLATION = 905,
    SG_CAPTURE_IMPLICIT = 906,
    SG_CAPTURED_EVENT = 907,
    SG_CAPTURE_THREAD = 908,
    SG_GRAPH_UPDATE = 910,
};

/* ---- store.c: memory that lives as long as its owner, and names ---- */
struct store {
    struct chunk *chunks;
};
void *store_take(struct store *s, size_t size); /* zeroed */
char *store_text(struct store *s, const char *from, size_t n);
void store_drop(struct store *s);

/* A growing array: VEC(struct insn) code; VEC_PUSH(&code, value) */
#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *v;                                                                                                          \
        size_t n, room;                                                                                                \
    }
void vec_grow(void *vec, size_t element);
#define VEC_PUSH(V, ...)                                                                                               \
    ((V)->n == (V)->room ? vec_grow((V), sizeof *(V)->v) : (void)0, (V)->v[(V)->n++] = (__VA_ARGS__))

/* Names to numbers; a name that is entered again hides the earlier one until it is removed. */
struct names {
    struct name **heads;
    size_t nheads, n;
};
int64_t names_find(const struct names *t, const char *text, size_t n); /* -1: none */
void names_enter(struct names *t, struct store *s, const char *text, size_t n, int64_t value);
void names_remove(struct names *t, const char *text, size_t n);
void names_drop(struct names *t);

/* ---- lexer.c ---- */
enum token_kind { TOK_END, TOK_WORD, TOK_INTEGER, TOK_F32, TOK_F64, TOK_STRING, TOK_MARK, TOK_BAD };
struct token {
    enum token_kind kind;
    const char *at;
    size_t n;
    int line;
    uint64_t bits; /* of a number */
    bool decimal;  /* a number with a point: its kind is TOK_F64, the instruction says how wide it is */
};
struct lexer {
    const char *at, *end;
    int line;
};
struct token lexer_next(struct lexer *l);

/* ---- types ---- */
enum space { SPACE_GENERIC, SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM, SPACE_COUNT };
extern const char *const space_names[SPACE_COUNT];
/* how wide an operand is in its row; L_PRED: a bit per lane */
enum width { W_NONE, W_PRED, W_32, W_64 };

/* ---- instructions ---- */
struct warp;
struct insn;
typedef void handler(struct warp *w, const struct insn *i, uint32_t lanes);

/* Where an operand is: unit << 3 | bank. A unit is 32 lanes of four bytes. Registers of each width have a bank of their
 * own: lanes in different functions use the same rows, and a lane's place in a row depends on the width. */
enum bank {
    BANK_PREDS, /* registers of the function: a bit per lane */
    BANK_32,    /* 32 bits and less */
    BANK_64,    /* two units each */
    FRAME_BANKS,
    BANK_CONST = FRAME_BANKS, /* numbers and addresses in the code */
    BANK_SPECIAL,             /* %tid.x and the like, of the warp */
    BANK_KERNEL,              /* addresses of shared variables, which each kernel has where it needs them */
    BANKS
};
static inline uint32_t ref_of(uint32_t unit, enum bank bank) { return unit << 3 | (uint32_t)bank; }

/* what the run loop has to do; everything else is a handler's */
enum flow {
    FLOW_PLAIN,
    FLOW_BRANCH,
    FLOW_SWITCH, /* brx.idx */
    FLOW_CALL,
    FLOW_RETURN,
    FLOW_EXIT,
    FLOW_MEET,    /* lanes of the warp wait for each other: bar.warp.sync, shfl, vote, match */
    FLOW_BARRIER, /* the block's */
    FLOW_SLEEP,
    FLOW_TRAP,
    FLOW_BUILTIN, /* a call of vprintf, malloc, free, __assertfail */
};

struct insn {
    handler *run;
    uint32_t r[MOST_OPERANDS];
    union {
        int64_t offset;    /* of an address */
        uint32_t target;   /* of a branch, in the module's code */
        struct call *call; /* of a call */
    };
    int32_t line;
    int32_t place; /* the user's line: index into module.places, -1 unknown */
    uint32_t guard;
    uint8_t flow, guarded, guard_not;
    uint8_t nresults, noperands;           /* of r: results come first */
    uint8_t size, count;                   /* of an access: bytes of an element, elements */
    uint8_t sub;                           /* what a handler needs to know more */
    uint8_t memory, space, strong, fences; /* races.h: what it does to memory */
    /* unset.h; bits of operands: control: that say where bits go; preds: predicates; wide: of 64 bits */
    uint8_t spread, control, preds, wide;
    bool read_only;              /* a load of .nc */
    bool sets;                   /* an exchange, a swap and its load: what was there before needs no value */
    bool sign_of_product, moves; /* moves: the result is the operand */
    bool divides;                /* integers: by the last operand */
    uint8_t class, flops;        /* count.h */
};

struct place {
    int32_t file, line;
};

struct call_part {
    uint32_t at, size; /* in the caller's parameter memory */
};
struct call {
    uint32_t function, caller; /* UNKNOWN_FUNCTION: its address is r[0] */
    uint32_t nin, nout;        /* parameters and results, in their order */
    struct call_part *in, *out;
};
enum { UNKNOWN_FUNCTION = 0x7fffffff };

/* ---- modules ---- */
struct variable {
    const char *name;
    enum space space;
    uint64_t size, align, address; /* address: in its space */
    bool external, wanted, own;    /* wanted: not defined here; own: a function's */
    unsigned char *data;           /* NULL: zeros */
    int line;
};

struct parameter {
    const char *name;
    uint32_t offset, size, align;
};

struct function {
    const char *name;
    bool entry, defined, extern_;
    int line;
    uint32_t start, end;                                   /* in the module's code */
    uint32_t units[FRAME_BANKS], param_bytes, local_bytes; /* of a frame */
    uint32_t local_align;                                  /* of its local variables, at least 8 where there are any */
    uint32_t nparams, nresults;                            /* parameters, results first */
    struct parameter *params;                              /* in a frame, or of a kernel, in the launch's parameters */
    uint32_t params_size;                                  /* of a kernel: of the launch's parameters */
    uint32_t max_threads, want_threads, want[3], min_blocks; /* want: of .reqntid, in each dimension */
    uint32_t registers;                                      /* 32-bit ones that its code needs at once, about */
    VEC(uint32_t) uses;                                      /* shared variables */
    VEC(uint32_t) calls;                                     /* functions */
    bool calls_unknown, address_taken;
    bool takes_address, calls_extern; /* of a function; one that the driver has, like vprintf */
    int builtin;                      /* enum builtin */
};
enum builtin { BUILTIN_NONE, BUILTIN_PRINTF, BUILTIN_MALLOC, BUILTIN_FREE, BUILTIN_ASSERT };

struct shared_part { /* a variable's place in shared memory */
    uint32_t at, size;
    const char *name;
};

struct kernel {
    struct module *module;
    uint32_t function;
    uint8_t *rows;                        /* of BANK_KERNEL */
    uint32_t static_shared, shared_align; /* static_shared: bytes, as ptxas says */
    /* where its shared variables are here: strict, gaps lie between them, so that they take more. What a launch asks
     * for is at dynamic_at and behind. */
    VEC(struct shared_part) shared_parts;
    uint32_t shared_here, dynamic_at;
    uint32_t registers;   /* of a thread, about: ptxas decides */
    uint32_t local_known; /* bytes of the deepest way through the calls, where that is known */
    bool recursive;
    uint32_t dynamic_allowed; /* what cuFuncSetAttribute asked for */
    int carveout;
    struct counted *counted; /* count.h */
    const char **labels;     /* what the user calls its parameters (label.h), NULL: nobody has said */
    uint32_t nlabels;
    struct kernel *next;
};

struct shared_row {
    uint32_t variable;
    int64_t addend;
};

struct module {
    struct store store;
    struct device *device;
    VEC(struct insn) code;
    VEC(struct function) functions;
    VEC(struct variable) variables;
    VEC(struct place) places;
    VEC(const char *) files;
    VEC(uint8_t) consts;                /* rows of BANK_CONST */
    VEC(struct shared_row) shared_rows; /* each two units of BANK_KERNEL */
    VEC(uint32_t) targets;              /* of brx.idx */
    uint32_t *ranks;                    /* of instructions, in their function: layout.c */
    struct names globals;
    struct kernel *kernels;
    struct module *next;
    uint32_t target;   /* 70 of sm_70 */
    uint32_t header;   /* bytes that its malloc keeps in front of a block: Gantry's, whose kernels have its names */
    uint64_t id;       /* addresses of functions hold it */
    uint8_t *executed; /* of each instruction; NULL: nobody asks */
};

/* ---- a device ---- */
struct description {
    char name[64], kind[32];
    uint32_t major, minor, units, threads_per_unit, blocks_per_unit, registers_per_unit, shared_per_unit,
        shared_per_block, shared_asked, memory_mb, clock_khz, l2_bytes, bus_bits, memory_khz;
};
bool describe(const char *what, struct description *out, char *why, size_t why_size);
/* bytes of shared memory that each block has besides its own */
uint32_t describe_reserved(const struct description *d);
/* how many blocks of so many threads, registers of a thread and bytes of shared memory a unit has room for */
uint32_t describe_residents(const struct description *d, uint32_t threads, uint32_t registers, uint64_t shared);
enum { MOST_DEVICES = 8 };

/* ---- memory.c: addresses ----
 * Windows lie where no host memory is: a device address that the host uses faults there, and the other way round. */
#define SHARED_WINDOW 0x100000000000ull
#define LOCAL_WINDOW 0x101000000000ull
#define PARAM_WINDOW 0x102000000000ull
#define CODE_WINDOW 0x103000000000ull
#define WINDOW_SIZE 0x1000000000ull
#define DEVICE_WINDOW 0x110000000000ull
#define DEVICE_SIZE 0x40000000000ull
enum { FUNCTION_PARAMS = 0x10000 }; /* param addresses from here on are in a function's frame; below, the launch's */

enum { GANTRY_HEAP_HEADER = 16 }; /* BLOCK_HEADER of runtime/device/mem.c */
/* MEM_HEADER: what Gantry's malloc keeps in front of a block, its own by volatile accesses */
enum block_kind { MEM_USER, MEM_VARIABLE, MEM_CONST, MEM_HEAP, MEM_HEADER };
struct allocation {
    uint64_t address, size;
    uint8_t *host, *known; /* known: strict: which bits have values; NULL: all */
    enum block_kind kind;
    bool freed;
    const char *name; /* NULL: none is known */
};
struct memory {
    pthread_mutex_t lock;
    VEC(struct allocation *) blocks; /* by address */
    uint64_t base, next, used, total, heap_used, heap_limit;
    uint32_t generation; /* changes when a block is freed */
    bool strict;
    bool heap_full; /* a malloc found no memory */
};
void memory_start(struct memory *m, uint64_t base, uint64_t total);
int memory_take(struct memory *m, uint64_t size, uint64_t align, enum block_kind kind, const char *name, uint64_t *out);
/* a block of malloc, whose first bytes are a header */
int memory_take_heap(struct memory *m, uint64_t size, uint64_t header, uint64_t *out);
int memory_give(struct memory *m, uint64_t address, enum block_kind kind);
void memory_give_all(struct memory *m); /* what programs and kernels have asked for */
/* the block that an address is in, or where none is, the nearest below; NULL: none */
struct allocation *memory_find(struct memory *m, uint64_t address);
struct allocation *memory_next(struct memory *m, uint64_t address); /* the nearest above; NULL: none */
/* the host's memory for n bytes, NULL if they are not all in one block */
void *memory_host(struct memory *m, uint64_t address, uint64_t n);
/* and of its allocation.known; NULL, too, where all bits have values */
void *memory_known(struct memory *m, uint64_t address, uint64_t n);

struct span { /* a block that was found, for the accesses that follow */
    uint64_t low, size;
    uint8_t *host, *known;
    bool constant;
};

struct device {
    int ordinal;
    struct description what;
    struct memory memory;
    pthread_mutex_t lock;
    struct module *modules;
    uint64_t nmodules;
    int error;      /* sticky */
    uint64_t stack; /* bytes per lane, as the limit says */
    uint64_t printf_fifo;
    bool heap_fixed;
    struct queue *queue;
    int primary_uses;
    bool unified;
    bool same_races; /* strict, 2: stores of one value by several lanes race, too */
    struct context *primary;
};

/* ---- running ---- */
/* special registers with rows: name, units; %clock and the like are instructions of their own */
#define SPECIALS(X)                                                                                                    \
    X(tid_x, "%tid.x")                                                                                                 \
    X(tid_y, "%tid.y")                                                                                                 \
    X(tid_z, "%tid.z")                                                                                                 \
    X(ntid_x, "%ntid.x")                                                                                               \
    X(ntid_y, "%ntid.y")                                                                                               \
    X(ntid_z, "%ntid.z")                                                                                               \
    X(ctaid_x, "%ctaid.x")                                                                                             \
    X(ctaid_y, "%ctaid.y")                                                                                             \
    X(ctaid_z, "%ctaid.z")                                                                                             \
    X(nctaid_x, "%nctaid.x")                                                                                           \
    X(nctaid_y, "%nctaid.y")                                                                                           \
    X(nctaid_z, "%nctaid.z")                                                                                           \
    X(laneid, "%laneid")                                                                                               \
    X(warpid, "%warpid")                                                                                               \
    X(nwarpid, "%nwarpid")                                                                                             \
    X(smid, "%smid")                                                                                                   \
    X(nsmid, "%nsmid")                                                                                                 \
    X(warp_size, "WARP_SZ")                                                                                            \
    X(lanemask_eq, "%lanemask_eq")                                                                                     \
    X(lanemask_lt, "%lanemask_lt")                                                                                     \
    X(lanemask_le, "%lanemask_le")                                                                                     \
    X(lanemask_gt, "%lanemask_gt")                                                                                     \
    X(lanemask_ge, "%lanemask_ge")                                                                                     \
    X(envreg1, "%envreg1")                                                                                             \
    X(envreg2, "%envreg2")                                                                                             \
    X(dynamic_smem_size, "%dynamic_smem_size")                                                                         \
    X(total_smem_size, "%total_smem_size")                                                                             \
    X(reserved_1, "%reserved_smem_offset_1")
enum special {
#define SPECIAL(NAME, TEXT) SPECIAL_##NAME,
    SPECIALS(SPECIAL)
#undef SPECIAL
        SPECIAL_UNITS
};

enum lane_state { LANE_READY, LANE_MEETS, LANE_BARRIER, LANE_DONE };

/* A call that lanes are in. Lanes that came the same way share it, and go on together where their instruction is the
 * same. */
struct frame {
    struct frame *up, *down, *beside; /* who called, whom it calls, further ones of the same caller */
    uint32_t from;                    /* the call, in the module's code */
    uint32_t lanes;                   /* in it, or in what it calls */
    uint32_t function, depth, base[FRAME_BANKS], sp, pp;
    uint32_t grown[LANES]; /* what a lane had taken from the top of its stack when it came */
};

struct warp {
    uint8_t *bank[BANKS];
    struct frame *frame; /* of the lanes that run now; bank[BANK_PREDS] and so on belong to it */
    uint32_t running, live, ready, put_off;
    struct block *block;
    struct launch *launch;
    struct worker *worker;
    uint32_t pc[LANES];
    struct frame *in[LANES];
    uint8_t state[LANES];
    uint32_t meet_mask[LANES]; /* whom a waiting lane waits for */
    uint32_t barrier_id[LANES], barrier_count[LANES];
    uint32_t carry;              /* of add.cc, a bit per lane */
    uint8_t *rows[FRAME_BANKS];  /* of all frames */
    uint32_t nrows[FRAME_BANKS]; /* units */
    uint8_t *params, *local;     /* of each lane, one after the other */
    uint32_t param_room, local_room;
    uint32_t
        grown[LANES]; /* bytes of local memory that alloca has given, from its end down; frames lie at its beginning */
    struct frame *free_frames;
    uint32_t index;              /* in its block */
    struct order *order;         /* strict: what happens before what */
    uint8_t *unset[FRAME_BANKS]; /* strict: shadow.h */
    uint8_t *known_params, *known_local;
    uint32_t unset_units[FRAME_BANKS], known_params_room;
    uint8_t special[SPECIAL_UNITS * UNIT];
};

struct barrier {
    uint32_t arrived, count; /* lanes; count 0: all of the block */
    uint32_t popc;
    bool any_not, unset;           /* unset: strict: nobody set some of what is counted */
    uint64_t waiting;              /* warps */
    struct view *view;             /* strict: what those know that have arrived */
    struct view *fenced, *awaited; /* and what order.h says of these */
};

struct block {
    struct launch *launch;
    uint32_t x, y, z, nwarps, live_warps;
    uint64_t number;
    struct warp **warps;
    uint8_t *shared;
    uint32_t shared_size;
    uint32_t shared_plain; /* bytes at its beginning that are all in variables: all, or, where gaps lie between, 0 */
    struct barrier barriers[MOST_BARRIERS];
    struct cell *cells; /* strict: who was where in shared memory */
    uint8_t *known;     /* strict: which bits of shared memory have values */
};

struct launch {
    struct device *device;
    struct kernel *kernel;
    struct module *module;
    uint32_t grid[3], threads[3], dynamic_shared;
    bool cooperative;
    uint8_t *params;
    uint32_t local_room, residents; /* bytes of a lane; blocks that the device has room for */
    uint64_t together;              /* of a cooperative launch: device memory by which the blocks meet */
    uint64_t started, total;        /* blocks */
    uint64_t begun;                 /* instructions of the worker before it */
    struct workers *others;         /* NULL: one worker */
    bool alone;                     /* it stays one */
};

enum { SPANS = 256 };
struct worker { /* runs the blocks of a launch */
    struct device *device;
    struct strand *strand;
    void (*give_way)(struct worker *k); /* lets other streams' work go on */
    struct span spans[SPANS];
    uint32_t generation;
    jmp_buf out;
    int code; /* of the fault */
    uint64_t instructions, lane_instructions, limit, random;
    bool seeded;
    uint32_t preempt;    /* with a seed: a group goes on for that many instructions at most */
    struct races *races; /* both NULL: not strict */
    struct unset *unset;
    struct watch *watch;       /* strict; NULL: no barrier is asked about */
    struct counting *counting; /* NULL: nothing is counted */
    bool watched;              /* strict, or counted */
    struct runs {
        VEC(struct run) all;
    } touched; /* strict: memory that the operation accessed (touched.h) */
    VEC(struct warp *) spare;
    VEC(char) output;
};

/* what an instruction's operand is for the lanes that run */
static inline void *row(const struct warp *w, uint32_t ref) { return w->bank[ref & 7] + (size_t)(ref >> 3) * UNIT; }
static inline uint32_t lanes_of(const struct warp *w, uint32_t ref) { return *(const uint32_t *)row(w, ref); }

/* ---- report.c ---- */
/* What was found wrong: a line that says it, where it is in the user's files, and lines that say more. It is told on
 * stderr, and in the file that GANTRY_CHECK_REPORT names, as a record that `gantry check` reads. */
struct finding {
    const char *id; /* a row of include/gantry_findings.def; NULL: it is none of these */
    int code;       /* of the driver, 0: none */
    char said[512];
    const char *file, *other_file; /* NULL: not known */
    int line, other_line;
    bool without_lines; /* the PTX has no places */
    VEC(char) more;     /* each line ends */
};
void finding_say(struct finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void finding_more(struct finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "PTX line 7, a.c:3" as text; the first place of an instruction becomes the finding's, the second one the other */
const char *finding_place(struct finding *f, const struct module *m, const struct insn *i, char *out, size_t size);
/* the same, for a lane that is there: where the code has no place, that of the call which led there */
const char *finding_place_of(struct finding *f, const struct warp *w, int lane, const struct insn *i, char *out,
                             size_t size);
void finding_tell(struct finding *f); /* and forgets it */
bool report_explains(int code);       /* whether a report has said why the driver returns that code */
/* that who came first among lanes decides something: other orders may show more */
void report_order(void);
void report_launch(void); /* one began */
bool report_quiet(void);  /* a document tells it */

/* a code of the driver's, and which finding it is */
#define AS_FINDING(CODE, ID) ((CODE) | (ID) << 16)
/* ends the launch: a report, then the code at the next synchronisation. lane -1: all that run */
_Noreturn void fault(struct warp *w, const struct insn *i, int lane, int code, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* ---- executed.c: for GANTRY_SOFTGPU_EXECUTED: which lines of PTX ran, and numbers of all that lanes stored, and of
 * where they branched: two runs with the same numbers did the same ---- */
void executed_begin(struct module *m);
void executed_step(const struct warp *w, const struct insn *i, uint32_t lanes);
void executed_end(struct module *m); /* of a launch */

/* ---- access.c ---- */
/* the host's memory for an access of a lane; faults where there is none */
void *reach(struct warp *w, const struct insn *i, int lane, enum space space, uint64_t address, uint32_t size,
            bool store);

/* ---- builtin.c: functions of the driver's: vprintf, malloc, free, __assertfail ---- */
enum builtin builtin_find(const char *name);
void builtin(struct warp *w, const struct insn *i, uint32_t lanes);

/* ---- frame.c ---- */
void frame_call(struct warp *w, const struct insn *i, uint32_t function, uint32_t lanes);
const struct insn *frame_return(struct warp *w, uint32_t lanes); /* NULL: the kernel's own */
void frame_use(struct warp *w, struct frame *f);
void *frame_param(struct warp *w, const struct frame *f, int lane, uint32_t offset);
/* whether so many bytes of the lane's local memory are in a variable of a function that it is in */
bool frame_has(const struct warp *w, int lane, uint64_t at, uint32_t size);
/* alloca: where in local memory; stackrestore: gives back what lies below */
uint32_t frame_grow(struct warp *w, const struct insn *i, int lane, uint64_t size, uint32_t align);
void frame_shrink(struct warp *w, const struct insn *i, int lane, uint64_t to);
void frame_ended(struct warp *w, int lane);
void frame_start(struct warp *w, uint32_t function);

/* ---- warp.c ---- */
enum ran { RAN_ALL, RAN_WAITS, RAN_ON }; /* the warp ended; all its lanes wait; its turn is over */
enum ran warp_run(struct warp *w, uint64_t instructions);

/* ---- meet.c: lanes that wait for each other ---- */
/* true: all whom the lanes wait for were at it, and go on; else meet() lets them wait */
bool meet_at_once(struct warp *w, const struct insn *i, uint32_t lanes);
void meet(struct warp *w, const struct insn *i, uint32_t lanes);
void barrier_arrive(struct warp *w, const struct insn *i, uint32_t lanes);
void lanes_ended(struct warp *w); /* others may not have to wait any longer */

/* ---- block.c ---- */
int launch_run(struct worker *k, struct launch *l); /* a result */

/* ---- layout.c ---- */
void module_layout(struct module *m); /* sets its ranks */

/* ---- code.c: modules ---- */
struct module *module_load(struct device *d, const char *text, size_t n, char *log, size_t log_size);
void module_drop(struct module *m);
struct kernel *module_kernel(struct module *m, const char *name);
struct variable *module_variable(struct module *m, const char *name);

#endif
