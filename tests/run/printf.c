// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* printf, puts and putchar in regions: the text arrives on stdout, whole lines, each once. */
#include "check.h"

#include <unistd.h>

enum { LINES = 500, WIDTH = 120 };

static char line[LINES][WIDTH];
static int used[LINES], lines;

/* runs `print` with stdout going to a file, and reads that file */
static void capture(void (*print)(void))
{
    char path[] = "/tmp/printf-test-XXXXXX";
    fflush(stdout);
    int file = mkstemp(path), saved = dup(1);
    if (file < 0 || saved < 0) {
        perror(path);
        exit(2);
    }
    dup2(file, 1);
    print();
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    close(file);
    FILE *in = fopen(path, "r");
    memset(used, 0, sizeof used);
    for (lines = 0; in && lines < LINES && fgets(line[lines], WIDTH, in); lines++)
        line[lines][strcspn(line[lines], "\n")] = 0;
    if (in)
        fclose(in);
    unlink(path);
}

static void expect(const char *text)
{
    for (int k = 0; k < lines; k++)
        if (!used[k] && !strcmp(line[k], text)) {
            used[k] = 1;
            CHECK(1, "printed");
            return;
        }
    CHECK(0, "not printed: '%s'", text);
}

static void conversions(void)
{
    int i = -42;
    unsigned u = 4000000000u;
    long l = 1L << 40;
    unsigned long long ull = 0xfedcba9876543210ull;
    double d = 3.25;
    float f = -0.5f;
    char c = 'x';
    size_t z = 77;
#pragma omp target
    {
        printf("plain\n");
        printf("int %d %5d|%-5d|%05d %+d\n", i, 7, 7, 7, 7);
        printf("unsigned %u %x %X %o\n", u, 255u, 255u, 8u);
        printf("long %ld %llu %zu\n", l, ull, z);
        printf("double %f %.3f %e %g\n", d, d, d, d);
        printf("float %.2f char %c string %s percent %%\n", (double)f, c, "text");
        printf("short %hd char %hhd\n", (short)-3, (signed char)-4);
        printf("star %*d %.*f\n", 6, 12, 1, 2.55);
        printf("null pointer %d\n", (void *)0 == NULL);
        printf("two ");
        printf("parts\n");
        puts("from puts");
        putchar('!');
        putchar('\n');
    }
}

static void by_many(void)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 300; i++)
        if (i % 3 == 0)
            printf("line %d of many, %.1f\n", i, i * 0.5);
}

static void in_function(int depth)
{
    if (depth > 0)
        printf("depth %d\n", depth);
}

static void returned(void)
{
    int length = 0, empty = -1;
#pragma omp target map(from: length, empty)
    {
        length = printf("12345\n");
        empty = printf("%s", "");
        for (int k = 0; k < 3; k++)
            in_function(k);
    }
    CHECK(length >= 0, "printf returned %d", length);
    CHECK(empty >= 0, "printf of nothing returned %d", empty);
}

/* before, inside and after a region: the order on the host stays */
static void order(void)
{
    printf("first\n");
#pragma omp target
    printf("second\n");
    printf("third\n");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    char text[WIDTH];
    capture(conversions);
    CHECK_INT(lines, 12, "lines of conversions");
    expect("plain");
    expect("int -42     7|7    |00007 +7");
    expect("unsigned 4000000000 ff FF 10");
    expect("long 1099511627776 18364758544493064720 77");
    expect("double 3.250000 3.250 3.250000e+00 3.25");
    expect("float -0.50 char x string text percent %");
    expect("short -3 char -4");
    expect("null pointer 1");
    expect("two parts");
    expect("from puts");
    expect("!");
    snprintf(text, sizeof text, "star %*d %.*f", 6, 12, 1, 2.55);
    expect(text);

    capture(by_many);
    CHECK_INT(lines, 100, "lines of many threads");
    for (int i = 0; i < 300; i += 3) {
        snprintf(text, sizeof text, "line %d of many, %.1f", i, i * 0.5);
        expect(text);
    }
    capture(returned);
    CHECK_INT(lines, 3, "lines of functions");
    expect("12345");
    expect("depth 1");
    expect("depth 2");
    capture(order);
    CHECK(lines == 3 && !strcmp(line[0], "first") && !strcmp(line[1], "second") && !strcmp(line[2], "third"),
          "order of host and device output: '%s' '%s' '%s'", line[0], line[1], line[2]);
    return check_end();
}
