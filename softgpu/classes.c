/* classes.c: what an instruction is for, by its opcode: the classes that count.c counts by. */
#include "count.h"

#include <string.h>

/* The longest beginning of the opcode's text decides. `typed`: of numbers, where the type says so, with so many
 * operations. */
static const struct {
    const char *begins;
    enum insn_class class;
    uint8_t typed, flops;
} rows[] = {
    {"add", CLASS_integer, 1, 1},
    {"sub", CLASS_integer, 1, 1},
    {"mul", CLASS_integer, 1, 1},
    {"mad", CLASS_integer, 1, 2},
    {"fma", CLASS_integer, 1, 2},
    {"div", CLASS_integer, 1, 1},
    {"rem", CLASS_integer, 1, 1},
    {"min", CLASS_integer, 1, 1},
    {"max", CLASS_integer, 1, 1},
    {"sqrt", CLASS_integer, 1, 1},
    {"rsqrt", CLASS_integer, 1, 1},
    {"rcp", CLASS_integer, 1, 1},
    {"abs", CLASS_integer, 1, 0},
    {"neg", CLASS_integer, 1, 0},
    {"copysign", CLASS_integer, 1, 0},
    {"sin", CLASS_integer, 1, 1},
    {"cos", CLASS_integer, 1, 1},
    {"lg2", CLASS_integer, 1, 1},
    {"ex2", CLASS_integer, 1, 1},
    {"tanh", CLASS_integer, 1, 1},
    {"cvt.", CLASS_convert, 0, 0},
    {"cvta", CLASS_move, 0, 0},
    {"mov", CLASS_move, 0, 0},
    {"setp", CLASS_compare, 0, 0},
    {"set", CLASS_compare, 0, 0},
    {"selp", CLASS_compare, 0, 0},
    {"slct", CLASS_compare, 0, 0},
    {"testp", CLASS_compare, 0, 0},
    {"isspacep", CLASS_compare, 0, 0},
    {"ld", CLASS_memory, 0, 0},
    {"st", CLASS_memory, 0, 0},
    {"ld.param", CLASS_parameter, 0, 0},
    {"st.param", CLASS_parameter, 0, 0},
    {"ld.local", CLASS_local, 0, 0},
    {"st.local", CLASS_local, 0, 0},
    {"ld.shared", CLASS_shared, 0, 0},
    {"st.shared", CLASS_shared, 0, 0},
    {"ld.volatile.shared", CLASS_shared, 0, 0},
    {"st.volatile.shared", CLASS_shared, 0, 0},
    {"ld.volatile.local", CLASS_local, 0, 0},
    {"st.volatile.local", CLASS_local, 0, 0},
    {"atom", CLASS_atomic, 0, 0},
    {"red.", CLASS_atomic, 0, 0},
    {"redux", CLASS_vote, 0, 0},
    {"bra", CLASS_branch, 0, 0},
    {"brx", CLASS_branch, 0, 0},
    {"brev", CLASS_integer, 0, 0},
    {"brkpt", CLASS_other, 0, 0},
    {"pmevent", CLASS_other, 0, 0},
    {"call", CLASS_call, 0, 0},
    {"ret", CLASS_call, 0, 0},
    {"exit", CLASS_call, 0, 0},
    {"trap", CLASS_other, 0, 0},
    {"bar", CLASS_barrier, 0, 0},
    {"bar.warp", CLASS_sync, 0, 0},
    {"shfl", CLASS_shuffle, 0, 0},
    {"vote", CLASS_vote, 0, 0},
    {"match", CLASS_vote, 0, 0},
    {"activemask", CLASS_vote, 0, 0},
    {"elect", CLASS_vote, 0, 0},
    {"alloca", CLASS_move, 0, 0},
    {"stack", CLASS_move, 0, 0},
    {"membar", CLASS_fence, 0, 0},
    {"fence", CLASS_fence, 0, 0},
    {"nanosleep", CLASS_other, 0, 0},
    {"prefetch", CLASS_other, 0, 0},
};

static bool ends(const char *opcode, size_t n, const char *with)
{
    size_t m = strlen(with);
    return n >= m && !memcmp(opcode + n - m, with, m);
}

void class_of(const char *opcode, size_t n, struct insn *i)
{
    size_t longest = 0;
    i->class = CLASS_integer; /* logic, shifts, bits: all others */
    i->flops = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (*rows[k].begins != *opcode) /* which is so for most: cheap to say */
            continue;
        size_t m = strlen(rows[k].begins);
        if (m <= longest || m > n || memcmp(opcode, rows[k].begins, m))
            continue;
        longest = m;
        i->class = (uint8_t)rows[k].class;
        i->flops = 0;
        if (!rows[k].typed)
            continue;
        if (ends(opcode, n, ".f64"))
            i->class = CLASS_double;
        else if (ends(opcode, n, ".f32") || ends(opcode, n, ".f16") || ends(opcode, n, ".f16x2"))
            i->class = CLASS_float;
        if (i->class != CLASS_integer)
            i->flops = rows[k].flops;
    }
}
