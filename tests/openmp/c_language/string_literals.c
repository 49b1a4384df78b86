// ROW: C: string literals
// SPEC: 4.0 1.7
/* Literals, arrays of pointers to them, escapes, concatenation, wide ones. */
#include "check.h"

static const char *const words[] = {"alpha", "beta", "gamma" "delta"};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    char out[64] = "";
    int r[30], wide = 0;
#pragma omp target map(tofrom: out) map(from: wide)
    {
        strcpy(out, "tab\t" "quote\" " "\x41\101");
        strcat(out, words[2]);
        const int w[] = {L"wide"[1], U"xyz"[2], u8"\u00e9"[0] & 0xff};
        wide = w[0] == L'i' && w[1] == 'z' && w[2] == 0xc3;
    }
    CHECK(!strcmp(out, "tab\tquote\" AAgammadelta"), "got '%s'", out);
    CHECK_INT(wide, 1, "wide literals");
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 30; i++)
        r[i] = words[i % 3][i % 4] + (int)sizeof "four";
    for (int i = 0; i < 30; i++)
        CHECK_INT(r[i], words[i % 3][i % 4] + 5, "r[%d]", i);
    return check_end();
}
