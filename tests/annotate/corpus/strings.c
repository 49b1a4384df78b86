/* Text: counting, case, tokens, reversal, run lengths, Caesar and a running cipher, search, numbers, escapes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "It was a bright cold day in April, and the clocks were striking 13; 4 of 7 were wrong by 25 minutes....";

static int count_words(const char *s)
{
    int words = 0, inside = 0;
    /* truth: serial exit flow(inside) distance 1 reduction(+: words) -- up to the zero; inside is of the character before */
    for (; *s; s++) {
        if (isalnum((unsigned char)*s)) {
            words += !inside;
            inside = 1;
        } else {
            inside = 0;
        }
    }
    return words;
}

/* The same, from the two characters themselves, with a length: nothing is carried. */
static int count_words_parallel(const char *s, size_t n)
{
    int words = 0;
    /* truth: reduction(+: words) */
    for (size_t i = 0; i < n; i++)
        words += isalnum((unsigned char)s[i]) && (i == 0 || !isalnum((unsigned char)s[i - 1]));
    return words;
}

static void upper(char *s, size_t n)
{
    /* truth: parallel */
    for (size_t i = 0; i < n; i++)
        s[i] = toupper((unsigned char)s[i]);
}

/* strlen in the condition reads what the body writes: no byte that is written was or becomes zero, but that must be known. */
static void dashes(char *s)
{
    size_t i;
    /* truth: serial exit -- strlen(s) is read anew; the body keeps it, which needs proof that no zero is written */
    for (i = 0; i < strlen(s); i++)
        if (s[i] == ' ')
            s[i] = '-';
}

static void reverse(char *s, size_t n)
{
    /* truth: parallel -- i stays below n - 1 - i */
    for (size_t i = 0; i < n / 2; i++) {
        char c = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = c;
    }
}

static size_t run_lengths(const char *restrict s, size_t n, char *restrict out)
{
    size_t m = 0, i = 0;
    /* truth: serial exit flow(i, m) distance 1 */
    while (i < n) {
        size_t run = 1;
        /* truth: serial exit flow(run) distance 1 */
        while (i + run < n && run < 9 && s[i + run] == s[i])
            run++;
        out[m++] = s[i];
        out[m++] = '0' + run;
        i += run;
    }
    return m;
}

static void caesar(char *p, size_t n, int by)
{
    /* truth: parallel induction(p, n) */
    while (n--) {
        if (islower((unsigned char)*p))
            *p = 'a' + (*p - 'a' + by) % 26;
        p++;
    }
}

/* Each byte is coded with the coded one before; to decode, all coded bytes are there. */
static void chain(unsigned char *p, size_t n)
{
    /* truth: serial flow(p) distance 1 */
    for (size_t i = 1; i < n; i++)
        p[i] ^= p[i - 1];
}

static void unchain(unsigned char *p, size_t n)
{
    /* truth: serial anti(p) distance 1 -- from the end: p[i - 1] is read before it is written */
    for (size_t i = n - 1; i > 0; i--)
        p[i] ^= p[i - 1];
}

static const char *find(const char *s, size_t n, const char *what)
{
    size_t m = strlen(what);
    /* truth: serial exit */
    for (size_t i = 0; i + m <= n; i++)
        if (!memcmp(s + i, what, m))
            return s + i;
    return NULL;
}

static int occurrences(const char *s, size_t n, const char *what)
{
    size_t m = strlen(what);
    int found = 0;
    /* truth: reduction(+: found) */
    for (size_t i = 0; i + m <= n; i++) {
        size_t k = 0;
        /* truth: serial exit flow(k) distance 1 */
        while (k < m && s[i + k] == what[k])
            k++;
        found += k == m;
    }
    return found;
}

static long numbers(char *s)
{
    long sum = 0;
    /* truth: serial exit call(strtok) reduction(+: sum) -- strtok() remembers where it was, and writes into s */
    for (char *t = strtok(s, " ,;."); t; t = strtok(NULL, " ,;."))
        if (isdigit((unsigned char)*t))
            sum += strtol(t, NULL, 10);
    return sum;
}

static long parse(const char *s, size_t n)
{
    long value = 0, sum = 0;
    /* truth: serial flow(value) distance 1 */
    for (size_t i = 0; i < n; i++)
        if (isdigit((unsigned char)s[i])) {
            value = value * 10 + s[i] - '0';
        } else {
            sum += value;
            value = 0;
        }
    return sum + value;
}

static size_t escape(const char *restrict s, char *restrict out)
{
    char *o = out;
    /* truth: serial exit flow(o) distance 1 */
    do {
        if (*s == ' ' || *s == ',')
            *o++ = '\\';
        *o++ = *s;
    } while (*s++);
    return o - out - 1;
}

int main(void)
{
    char line[sizeof text], out[2 * sizeof text];
    size_t n = sizeof text - 1;
    printf("%d %d words, %d times 'in'\n", count_words(text), count_words_parallel(text, n), occurrences(text, n, "in"));
    memcpy(line, text, sizeof text);
    caesar(line, n, 3);
    upper(line, n / 3);
    reverse(line, n);
    dashes(line);
    puts(line);
    chain((unsigned char *)line, n);
    unchain((unsigned char *)line, n);
    printf("%zu %zu %d\n", run_lengths(line, n, out), escape(text, out), (int)(find(text, n, "clocks") - text));
    memcpy(line, text, sizeof text);
    printf("%ld %ld\n", parse(text, n), numbers(line));
    return 0;
}
