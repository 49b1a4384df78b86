/* A driver full of input and output: reads a table from a file, checks it, computes by column, prints a report, logs. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 200, FIELDS = 4 };

struct record {
    char name[16];
    int year;
    double value[FIELDS];
};

static struct record table[MAX];
static int messages;

static void note(const char *format, ...)
{
    va_list list;
    messages++;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static void write_table(FILE *f)
{
    /* truth: serial io */
    for (int i = 0; i < 90; i++)
        fprintf(f, "site%d,%d,%.2f,%.2f,%.2f,%.2f\n", i % 7, 1990 + i / 7, i * 0.5, (i * 13 % 17) * 1.0, i == 40 ? -1.0 : sqrt(i),
                (i % 5) / 4.0);
}

/* Stops at the first line that is no record. */
static int read_table(FILE *f, struct record *r, int room)
{
    char line[256];
    int n = 0;
    /* truth: serial io exit flow(n) */
    while (n < room && fgets(line, sizeof line, f)) {
        char *at = strchr(line, ',');
        if (!at || at - line >= (int)sizeof r[n].name)
            break;
        memcpy(r[n].name, line, at - line);
        r[n].name[at - line] = 0;
        r[n].year = strtol(at + 1, &at, 10);
        /* truth: serial call(strtod) -- each number begins where the one before ended */
        for (int k = 0; k < FIELDS; k++)
            r[n].value[k] = strtod(at + 1, &at);
        n++;
    }
    return n;
}

/* Prints only what is wrong: in a run without faults nothing is printed, and still it could be. */
static int check(const struct record *r, int n)
{
    int wrong = 0;
    /* truth: serial io call(note) flow(messages) unobserved reduction(+: wrong) -- prints only of faults; here is one */
    for (int i = 0; i < n; i++)
        /* truth: serial io call(note) flow(messages) unobserved reduction(+: wrong) -- likewise */
        for (int k = 0; k < FIELDS; k++)
            if (!(r[i].value[k] >= 0)) {
                note("record %d, field %d: %.2f\n", i, k, r[i].value[k]);
                wrong++;
            }
    return wrong;
}

static void columns(const struct record *r, int n, double *restrict mean, double *restrict spread)
{
    /* truth: parallel */
    for (int k = 0; k < FIELDS; k++) {
        double s = 0, q = 0;
        /* truth: reduction(+: s, q) */
        for (int i = 0; i < n; i++) {
            s += r[i].value[k];
            q += r[i].value[k] * r[i].value[k];
        }
        mean[k] = s / n;
        spread[k] = sqrt(q / n - mean[k] * mean[k]);
    }
}

/* A function of the library that sets errno, and one reader of it. */
static int logs(const struct record *r, int n, double *restrict out)
{
    int failed = 0;
    /* truth: reduction(+: failed) private(errno) -- errno is each thread's own, set to zero and read by the same iteration */
    for (int i = 0; i < n; i++) {
        errno = 0;
        out[i] = log(r[i].value[2]);
        failed += errno != 0;
    }
    return failed;
}

/* Formats into a buffer of its own, then prints in order. */
static void print_years(const struct record *r, int n)
{
    static char text[MAX][40];
    /* truth: parallel -- each iteration writes its own line; snprintf() to memory does no output */
    for (int i = 0; i < n; i++)
        snprintf(text[i], sizeof text[i], "%.15s %d %.1f", r[i].name, r[i].year, r[i].value[0]);
    /* truth: serial io */
    for (int i = 0; i < n; i += 30)
        puts(text[i]);
}

static int same_name(const struct record *r, int n, const char *name)
{
    int count = 0;
    /* truth: reduction(+: count) -- strcmp() reads only */
    for (int i = 0; i < n; i++)
        count += !strcmp(r[i].name, name);
    return count;
}

static int compare(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    int c = strcmp(x->name, y->name);
    return c ? c : x->year - y->year;
}

int main(void)
{
    double mean[FIELDS], spread[FIELDS], out[MAX], sum = 0;
    FILE *f = tmpfile();
    if (!f)
        return 1;
    write_table(f);
    rewind(f);
    int n = read_table(f, table, MAX);
    fclose(f);
    printf("%d records, %d wrong\n", n, check(table, n));
    columns(table, n, mean, spread);
    /* truth: serial io */
    for (int k = 0; k < FIELDS; k++)
        printf("%.4f +- %.4f\n", mean[k], spread[k]);
    int failed = logs(table, n, out);
    qsort(table, n, sizeof *table, compare);
    print_years(table, n);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n; i++)
        if (isfinite(out[i]))
            sum += out[i];
    printf("%d logarithms failed, sum %.6f, %d of site3, %d messages\n", failed, sum, same_name(table, n, "site3"), messages);
    return 0;
}
