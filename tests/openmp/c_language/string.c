// ROW: C: string.h
// SPEC: 4.0 1.7
/* What <string.h> has of functions without state. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[32] = {0};
#pragma omp target map(tofrom: r)
    {
        char s[64] = "hello", t[64], u[64], *p;
        int k = 0;
        r[k++] = strlen(s) == 5;
        r[k++] = strcpy(t, s) == t && strcat(t, " w") == t && strncat(t, "orld", 2) == t && !strcmp(t, "hello wor");
        r[k++] = strchr(t, 'w') == t + 6 && strchr(t, 'x') == NULL && strchr(t, 0) == t + 9;
        r[k++] = strrchr(t, 'o') == t + 7 && strstr(t, "lo") == t + 3 && !strstr(t, "xyz");
        r[k++] = memchr(t, 'e', 9) == t + 1 && !memchr(t, 'e', 1);
        r[k++] = strspn(t, "hel") == 4 && strcspn(t, " ") == 5 && strpbrk(t, "xw") == t + 6;
        r[k++] = strncmp(t, s, 5) == 0 && strncmp(t, s, 6) > 0 && strcmp("a", "b") < 0;
        r[k++] = memcmp(t, s, 5) == 0 && memcmp("a\0b", "a\0c", 3) < 0;
        memmove(t + 1, t, 5);
        r[k++] = !strcmp(t, "hhellowor");
        memmove(t, t + 1, 8);
        r[k++] = !strncmp(t, "hellowor", 8);
        memset(u, 'x', 7);
        r[k++] = u[0] == 'x' && u[6] == 'x';
        strncpy(u, "ab", 5);
        r[k++] = u[1] == 'b' && u[2] == 0 && u[4] == 0 && u[5] == 'x';
        memcpy(u, "0123456789abcdef", 17);
        r[k++] = u[15] == 'f' && u[16] == 0;
        p = u;
        r[k++] = memcpy(p + 3, "XYZ", 3) == p + 3 && u[3] == 'X' && u[6] == '6';
    }
    for (int k = 0; k < 14; k++)
        CHECK_INT(r[k], 1, "group %d", k);
    return check_end();
}
