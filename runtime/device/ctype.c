/* ctype.c: <ctype.h> in the "C" locale. glibc's macros look a character up in tables of theirs, which stand in host
 * memory: here are tables with the same bits, for -128 (plain char) to 255, and EOF. */
#include "hw.h"

enum { LOWEST = -128, ENTRIES = 384 };

#define IN(c, from, to) ((c) >= (from) && (c) <= (to))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALPHA(c) (UPPER(c) || LOWER(c))
#define XDIGIT(c) (DIGIT(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define SPACE(c) ((c) == ' ' || IN(c, '\t', '\r'))
#define PRINT(c) IN(c, ' ', '~')
#define GRAPH(c) IN(c, '!', '~')
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define CNTRL(c) (IN(c, 0, 31) || (c) == 127)
#define ALNUM(c) (ALPHA(c) || DIGIT(c))
#define PUNCT(c) (GRAPH(c) && !ALNUM(c))

/* the bits of glibc's classes: bits 0 to 7 stand in the high byte, as in its tables for little-endian hosts */
#define BIT(what, c, n) (what(c) ? (1 << (n)) << 8 | (1 << (n)) >> 8 : 0)
#define CLASSES(c)                                                                                                     \
    (u16)(BIT(UPPER, c, 0) | BIT(LOWER, c, 1) | BIT(ALPHA, c, 2) | BIT(DIGIT, c, 3) | BIT(XDIGIT, c, 4) |              \
          BIT(SPACE, c, 5) | BIT(PRINT, c, 6) | BIT(GRAPH, c, 7) | BIT(BLANK, c, 8) | BIT(CNTRL, c, 9) |               \
          BIT(PUNCT, c, 10) | BIT(ALNUM, c, 11))
/* for tolower and toupper, as in glibc's tables: a negative char gives the unsigned one (256 more), EOF stays */
#define SAME(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : SAME(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : SAME(c))

#define ROW4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define ROW16(f, c) ROW4(f, c), ROW4(f, (c) + 4), ROW4(f, (c) + 8), ROW4(f, (c) + 12)
#define ROW64(f, c) ROW16(f, c), ROW16(f, (c) + 16), ROW16(f, (c) + 32), ROW16(f, (c) + 48)
#define TABLE(f) {ROW64(f, -128), ROW64(f, -64), ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)}

typedef unsigned short u16;
static const u16 classes[ENTRIES] = TABLE(CLASSES);
static const int lower[ENTRIES] = TABLE(TO_LOWER), upper[ENTRIES] = TABLE(TO_UPPER);
static const u16 *const classes_at = classes - LOWEST;
static const int *const lower_at = lower - LOWEST, *const upper_at = upper - LOWEST;

const u16 *const *__ctype_b_loc(void) { return &classes_at; }
const int *const *__ctype_tolower_loc(void) { return &lower_at; }
const int *const *__ctype_toupper_loc(void) { return &upper_at; }

#define IS(name, what)                                                                                                 \
    int name(int c) { return what(c); }
IS(isupper, UPPER)
IS(islower, LOWER)
IS(isalpha, ALPHA)
IS(isdigit, DIGIT)
IS(isxdigit, XDIGIT)
IS(isspace, SPACE)
IS(isprint, PRINT)
IS(isgraph, GRAPH)
IS(isblank, BLANK)
IS(iscntrl, CNTRL)
IS(ispunct, PUNCT)
IS(isalnum, ALNUM)
int isascii(int c) { return !(c & ~127); }
int tolower(int c) { return UPPER(c) ? c + 32 : c; }
int toupper(int c) { return LOWER(c) ? c - 32 : c; }
