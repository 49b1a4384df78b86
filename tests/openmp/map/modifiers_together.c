// ROW: target map(always, close, present, to:)
// SPEC: 5.1 5.8.3
/* Modifiers together, in any order. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[26], seen = 0;
    for (int i = 0; i < 26; i++)
        a[i] = 1;
#pragma omp target enter data map(close, to: a)
    for (int i = 0; i < 26; i++)
        a[i] = 2;
#pragma omp target map(present, always, close, to: a) map(tofrom: seen)
    for (int i = 0; i < 26; i++)
        seen += a[i];
    CHECK_INT(seen, 52, "copied, being present");
#pragma omp target
    for (int i = 0; i < 26; i++)
        a[i] = 5;
#pragma omp target exit data map(present, always, from: a)
    for (int i = 0; i < 26; i++)
        CHECK_INT(a[i], 5, "a[%d]", i);
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    return check_end();
}
