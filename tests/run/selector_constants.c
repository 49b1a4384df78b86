// RUN: %gantry cc %O -std=gnu23 --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t
// RUN: %gantry cc -std=gnu23 --dump=decisions -c --offload-arch=emulated %s -o %t.o | %FileCheck %s
/* Conditions and scores of context selectors that only a C compiler can evaluate, in the scope where they stand. All are
 * decided when compiling: no choice has a condition of the run.
 * CHECK-NOT: when= */
#include "check.h"

enum { NONE, SOME = 3, BELOW = -7, WIDE = sizeof(long) * 8 };
static const unsigned long huge = 1ul << 40;
constexpr int fixed = 12;
struct pair {
    int first, second;
};
#define BOTH(a, b) ((a) && (b))

/* one thread more than the alternative says runs the statement: none where it is not chosen */
#define COUNT(condition_)                                                                            \
    ({                                                                                               \
        int count_ = 0;                                                                              \
        META(condition_)                                                                             \
        {                                                                                            \
            _Pragma("omp atomic") count_++;                                                          \
        }                                                                                            \
        count_;                                                                                      \
    })
#define META(c) PRAGMA(omp metadirective when(user = {condition(c)}: parallel num_threads(2)) default(nothing))
#define PRAGMA(x) _Pragma(#x)

int base(int x) { return x; }
#define VARIANT(name, add)                \
    int name(int x) { return x + (add); }
VARIANT(v_enum, 100)
VARIANT(v_size, 200)
VARIANT(v_other, 300)
#pragma omp declare variant(v_other) match(user={condition(SOME == 2 || sizeof(struct pair) < 8)})
#pragma omp declare variant(v_size) match(user={condition(score(SOME - 2): sizeof(struct pair) == 2 * sizeof(int))})
#pragma omp declare variant(v_enum) match(user={condition(score(SOME * 2): BELOW < 0 ? SOME : 0)})
int chosen(int x) { return x; }

int in_block(int x);
#pragma omp begin declare variant match(user={condition(fixed > WIDE)}, device={kind(any)})
int in_block(int x) { return x + 1000; }
#pragma omp end declare variant
#pragma omp begin declare variant match(user={condition(fixed < WIDE)})
int in_block(int x) { return x + 2000; }
#pragma omp end declare variant
int in_block(int x) { return x; }

int main(int argc, char **argv)
{
    int v[3] = {0};
    check_begin(argc, argv);
    CHECK_INT(COUNT(SOME), 2, "an enumerator");
    CHECK_INT(COUNT(NONE), 1, "0 by name");
    CHECK_INT(COUNT(BELOW < 0 && -1 < 0), 2, "negative numbers");
    CHECK_INT(COUNT(-1 < 0u), 1, "compared as unsigned");
    CHECK_INT(COUNT(sizeof(struct pair) == 8), 2, "sizeof of a type");
    CHECK_INT(COUNT(sizeof v / sizeof *v == 3), 2, "sizeof of a variable");
    CHECK_INT(COUNT(sizeof(int[3]) == 12 && sizeof(unsigned long) == 8), 2, "sizeof of types that C spells at length");
    CHECK_INT(COUNT(SOME > 2 ? fixed - 12 : 1), 1, "?:");
    CHECK_INT(COUNT(BOTH(SOME, WIDE == 64)), 2, "a macro");
    CHECK_INT(COUNT(0x100000000), 2, "more than 32 bits");
    CHECK_INT(COUNT(huge >> 39), 2, "a constant of 64 bits");
    CHECK_INT(COUNT((int)huge), 1, "cut to 32 bits");
    CHECK_INT(COUNT((unsigned char)256), 1, "cut to 8 bits");
    CHECK_INT(COUNT(~0ull > 1), 2, "the greatest number");
    CHECK_INT(COUNT('a' == 97 && _Alignof(struct pair) == 4), 2, "characters, alignment");
    {
        enum { SOME, NONE = 4 };
        CHECK_INT(COUNT(SOME), 1, "another in this scope");
        CHECK_INT(COUNT(NONE), 2, "another in this scope");
        if (argc)
#pragma omp metadirective when(user={condition(score(NONE): NONE == 4)}: parallel num_threads(2)) \
                          when(user={condition(score(NONE - 1): 1)}: parallel num_threads(3)) default(nothing)
            {
#pragma omp atomic
                v[0]++;
            }
        else
            v[0] = 9;
    }
    CHECK_INT(v[0], 2, "the higher score");
#pragma omp target map(tofrom: v)
    {
        enum { HERE = 5 };
#pragma omp metadirective when(user={condition(HERE == 5)}: parallel for num_threads(2)) default(nothing)
        for (int i = 1; i < 3; i++)
            v[i] = chosen(i) + in_block(i);
    }
    CHECK_INT(v[1], 2102, "variants in a region");
    CHECK_INT(v[2], 2104, "variants in a region");
    CHECK_INT(chosen(5), 105, "variants outside");
    CHECK_INT(in_block(5), 2005, "variants outside");
    return check_end();
}
