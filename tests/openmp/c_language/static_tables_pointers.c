// ROW: C: static tables with pointers in them
// SPEC: 4.0 1.7
/* To strings, functions and other tables, of file and of block scope: on the device they hold the device's addresses. */
#include "check.h"

static double half(double x) { return x / 2; }
static double twice(double x) { return x * 2; }
static const int primes[5] = {2, 3, 5, 7, 11};
struct row { const char *name; double (*f)(double); const int *p; };
static const char *names[] = {"zero", "one", "three"}; /* not const, and never stored to */
static const char *greeting = "hello";
static const struct row *find(int i)
{
    static const struct row rows[] = {{"half", half, &primes[1]}, {"twice", twice, primes + 3}};
    return &rows[i];
}
static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}
static int other_function(int i)
{
    static const struct { const char *s; } rows[2] = {{"a"}, {"bcd"}}; /* a name that main has too */
    int n = -1;
#pragma omp target map(from: n)
    n = length(rows[i].s);
    return n;
}

int main(int argc, char **argv)
{
    enum color { RED = 1, GREEN = 3 };
    typedef struct node { const struct node *next; enum color c; const char *text; } node;
    static const char *const words[] = {"alpha", "be", "gamma!"};
    static const struct row rows[2] = {{"half", half, &primes[1]}, {"twice", twice, primes}};
    static const struct { char letter; const char *text; } letters[] = {{'a', "A"}, {'b', "BB"}, {'c', "CCC"}};
    static const node last[1] = {{0, RED + 1, "x"}};
    static const node chain[3] = {{&last[0], RED, "red"}, {last, GREEN, "green"}, {0, RED + 1, "yz"}};
    static const node *const start = &chain[1];
    static const char *plain[2] = {"p", "qq"};
    int n[12] = {0}, used[33], i;
    double r[4] = {0};
    check_begin(argc, argv);
#pragma omp target map(from: n, r)
    {
        static const char *const inner[] = {"inner", "in"};
        for (i = 0; i < 3; i++)
            n[i] = length(words[i]) + 10 * length(names[i]) + 100 * length(letters[i].text) + letters[i].letter * 1000;
        for (i = 0; i < 2; i++)
            r[i] = rows[i].f(3) + rows[i].p[1];
        n[3] = length(inner[1]);
        n[4] = start->c + 10 * start->next->c + (start->next == chain[0].next) * 100 + (start == &chain[1]) * 1000;
        n[5] = length(greeting) + 10 * length(plain[1]);
        n[6] = (int)(sizeof rows / sizeof *rows) + (int)sizeof(words[0]);
        for (i = 0; i < 2; i++)
            r[2 + i] = find(i)->f(5) + find(i)->p[1] + length(find(i)->name);
    }
    static const char letter_of[] = "abc";
    for (i = 0; i < 3; i++)
        CHECK_INT(n[i], length(words[i]) + 10 * length(names[i]) + 100 * (i + 1) + letter_of[i] * 1000, "strings %d", i);
    CHECK_INT(n[3], 2, "a table of the region");
    CHECK_INT(n[4], 1123, "a chain");
    CHECK_INT(n[5], 25, "pointers that are not const");
    CHECK_INT(n[6], 2 + (int)sizeof(char *), "sizes");
    CHECK_REAL(r[0], 1.5 + 5, 0, "a function in a table");
    CHECK_REAL(r[1], 6. + 3, 0, "another one");
    CHECK_REAL(r[2], 2.5 + 5 + 4, 0, "of a device function");
    CHECK_REAL(r[3], 10. + 11 + 5, 0, "of a device function");
    for (i = 0; i < 33; i++)
        used[i] = -1;
#pragma omp target teams num_teams(2) map(tofrom: used)
    {
        int first = length(rows[1].name);
#pragma omp distribute parallel for
        for (int k = 0; k < 33; k++) {
            const node *at = &chain[k % 3];
            used[k] = first + length(at->text) + length(words[k % 3]) + length(plain[k % 2]);
        }
    }
    for (i = 0; i < 33; i++)
        CHECK_INT(used[i], 5 + length(chain[i % 3].text) + length(words[i % 3]) + 1 + i % 2, "used[%d]", i);
    CHECK_INT(other_function(1), 3, "of another function");
    return check_end();
}
