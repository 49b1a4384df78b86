// ROW: C: ctype.h
// SPEC: C11 7.4
#include "check.h"

#include <ctype.h>

typedef int is(int);

#pragma omp declare target
/* as macros, and as functions */
static int classes_of(int c)
{
    is *const functions[] = {isalnum, isalpha, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit, isblank};
    int bits = (isalnum(c) != 0) | (isalpha(c) != 0) << 1 | (iscntrl(c) != 0) << 2 | (isdigit(c) != 0) << 3 | (isgraph(c) != 0) << 4 |
               (islower(c) != 0) << 5 | (isprint(c) != 0) << 6 | (ispunct(c) != 0) << 7 | (isspace(c) != 0) << 8 |
               (isupper(c) != 0) << 9 | (isxdigit(c) != 0) << 10 | (isblank(c) != 0) << 11;
    for (int k = 0; k < 12; k++)
        if ((functions[k](c) != 0) != (bits >> k & 1))
            return -1;
    return bits;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int bits[257], low[257], up[257];
    char text[] = "Count the Vowels, 1 2 3!";
    check_begin(argc, argv);
#pragma omp target parallel for map(from: bits, low, up)
    for (int c = -1; c < 256; c++) {
        bits[c + 1] = classes_of(c);
        low[c + 1] = tolower(c);
        up[c + 1] = toupper(c);
    }
#pragma omp target parallel for map(tofrom: text)
    for (int i = 0; i < (int)sizeof text; i++)
        text[i] = (char)(isalpha((unsigned char)text[i]) ? toupper((unsigned char)text[i]) : text[i]);
    for (int c = -1; c < 256; c++) {
        CHECK_INT(bits[c + 1], classes_of(c), "classes of %d", c);
        CHECK_INT(low[c + 1], tolower(c), "tolower(%d)", c);
        CHECK_INT(up[c + 1], toupper(c), "toupper(%d)", c);
    }
    CHECK(!strcmp(text, "COUNT THE VOWELS, 1 2 3!"), "%s", text);
    return check_end();
}
