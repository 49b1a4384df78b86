/* Strings and bytes. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void upper(char *s)
{
    size_t n = strlen(s);
    /* truth: parallel */
    for (size_t i = 0; i < n; i++)
        s[i] = (char)toupper((unsigned char)s[i]);
}

static int words(const char *s)
{
    int n = 0, inside = 0;
    /* truth: serial flow(inside) distance 1 exit */
    for (; *s; s++) {
        if (!isspace((unsigned char)*s) && !inside)
            n++;
        inside = !isspace((unsigned char)*s);
    }
    return n;
}

/* The same, each letter by itself and the one before it. */
static int words_again(const char *s, size_t n)
{
    int count = 0;
    /* truth: reduction(+: count) */
    for (size_t i = 0; i < n; i++)
        if (!isspace((unsigned char)s[i]) && (i == 0 || isspace((unsigned char)s[i - 1])))
            count++;
    return count;
}

static void letters(const char *s, int n, int *count)
{
    /* truth: parallel */
    for (int c = 0; c < 26; c++)
        count[c] = 0;
    /* truth: guarded alias(s, count) histogram(count[]) calls(pass) */
    for (int i = 0; i < n; i++)
        if (s[i] >= 'a' && s[i] <= 'z')
            count[s[i] - 'a']++;
}

static int encode(const unsigned char *restrict in, int n, char *restrict out)
{
    int k = 0;
    /* truth: parallel induction(k) */
    for (int i = 0; i + 2 < n; i += 3) {
        unsigned v = in[i] << 16 | in[i + 1] << 8 | in[i + 2];
        out[k++] = digits[v >> 18];
        out[k++] = digits[v >> 12 & 63];
        out[k++] = digits[v >> 6 & 63];
        out[k++] = digits[v & 63];
    }
    out[k] = 0;
    return k;
}

static void reverse(char *s, int n)
{
    /* truth: parallel */
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        char t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
}

static int squeeze(char *s)
{
    int k = 0;
    /* truth: serial flow(k) exit */
    for (int i = 0; s[i]; i++)
        if (s[i] != ' ')
            s[k++] = s[i];
    s[k] = 0;
    return k;
}

static unsigned checksum(const unsigned char *p, int n)
{
    unsigned a = 1, b = 0, x = 0;
    /* truth: serial flow(a, b) distance 1 reduction(^: x) */
    for (int i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
        x ^= p[i];
    }
    return b << 16 ^ a ^ x;
}

static int hex(const char *s, int n, unsigned char *restrict out)
{
    int bad = 0;
    /* truth: reduction(|: bad) */
    for (int i = 0; i < n / 2; i++) {
        int v = 0;
        /* truth: serial flow(v) distance 1 reduction(|: bad) */
        for (int k = 0; k < 2; k++) {
            int c = s[2 * i + k];
            int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            bad |= d < 0;
            v = v * 16 + (d & 15);
        }
        out[i] = (unsigned char)v;
    }
    return bad;
}

static int longest(char names[][12], int n)
{
    size_t most = 0;
    int which = -1;
    /* truth: reduction(argmax: most, which) -- the first of equals */
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) > most) {
            most = strlen(names[i]);
            which = i;
        }
    return which;
}

int main(void)
{
    char s[200] = "the quick brown fox  jumps over the lazy dog and runs away", out[300], names[5][12] = {"one", "three", "seven", "ten", "a"};
    unsigned char bytes[8];
    int count[26], n = (int)strlen(s), w = words(s), again = words_again(s, n);
    letters(s, n, count);
    int k = encode((unsigned char *)s, n, out), bad = hex("00ff7fzz", 8, bytes);
    unsigned sum = checksum((unsigned char *)s, n);
    reverse(s, n);
    upper(s);
    printf("%d %d %d %d %u %d %d %s %d %d\n", w, again, count[4], k, sum, bad, squeeze(s), s, longest(names, 5), bytes[1]);
    return 0;
}
