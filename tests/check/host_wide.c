// Functions of the C library on wide characters, and others that read or write memory of the host: another thread must leave that alone (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -w -DSTORES_FIRST=0 %s -o %t && bash %src/tests/check/faults.sh %t %s races
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -w -DSTORES_FIRST=1 %s -o %t && bash %src/tests/check/faults.sh %t %s races
// LABELS: run
/* Nothing here is mapped. One section calls the function, and the other one stores to a byte that it reads or writes, or behind. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { N = 32 };
static wchar_t line[N], set[N], out[N];
static char bytes[N], *text;
static wchar_t *ends[2];
static size_t room[2];
static int numbers[N];
static long result;
static FILE *file;
static int nowhere;

/* Who comes first is fixed, by a relaxed flag that orders nothing for the judge. */
static atomic_int first_has_been;
static void comes(int first)
{
    while (!first && !atomic_load_explicit(&first_has_been, memory_order_relaxed))
        sched_yield();
}
static void went(int first)
{
    if (first)
        atomic_store_explicit(&first_has_been, 1, memory_order_relaxed);
}

static int by_number(const void *a, const void *b, void *with)
{
    (void)with;
    return *(const int *)a - *(const int *)b;
}

static void begin(void) /* of each case */
{
    memset(line, 0, sizeof line);
    memset(out, 0, sizeof out);
    wcscpy(line, L"12 b c d");
    wcscpy(set, L" ,");
    strcpy(bytes, "12 b c d");
    for (int i = 0; i < N; i++)
        numbers[i] = N - i;
    text = NULL;
    room[0] = 0;
    nowhere = open("/dev/null", O_WRONLY);
    first_has_been = 0;
    file = fmemopen("one\ntwo\n", 8, "r");
}

/* CALL looks at, or stores to, element INSIDE of WHAT, and not element BEHIND. */
#define TOUCHES(NAME, CALL, WHAT, INSIDE, BEHIND)                                                                      \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        begin();                                                                                                       \
        _Pragma("omp parallel num_threads(2)") _Pragma("omp sections")                                                 \
        {                                                                                                              \
            _Pragma("omp section")                                                                                     \
            {                                                                                                          \
                comes(!STORES_FIRST);                                                                                  \
                CALL;                                                                                                  \
                went(!STORES_FIRST);                                                                                   \
            }                                                                                                          \
            _Pragma("omp section")                                                                                     \
            {                                                                                                          \
                comes(STORES_FIRST);                                                                                   \
                (WHAT)[wrong ? INSIDE : BEHIND] = 0;                                                                   \
                went(STORES_FIRST);                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        fclose(file);                                                                                                  \
    }
TOUCHES(length, result = (long)wcslen(line), line, 0, 9) // fault: length GC404
TOUCHES(length_within, result = (long)wcsnlen(line, 4), line, 0, 5) // fault: length_within GC404
TOUCHES(compared, result = wcscmp(line, L"12 c"), line, 0, 4) // fault: compared GC404
TOUCHES(compared_within, result = wcsncmp(line, L"12 b", 3), line, 0, 3) // fault: compared_within GC404
TOUCHES(compared_memory, result = wmemcmp(line, L"12 b", 3), line, 0, 3) // fault: compared_memory GC404
TOUCHES(found, result = wcschr(line, L'b') != NULL, line, 0, 4) // fault: found GC404
TOUCHES(found_last, result = wcsrchr(line, L'b') != NULL, line, 0, 9) // fault: found_last GC404
TOUCHES(found_in_memory, result = wmemchr(line, L' ', N) != NULL, line, 0, 3) // fault: found_in_memory GC404
TOUCHES(text_found, result = wcsstr(line, L"b c") != NULL, line, 0, 6) // fault: text_found GC404
TOUCHES(spans, result = (long)wcsspn(L"  b", set), set, 0, 3) // fault: spans GC404
TOUCHES(spans_not, result = (long)wcscspn(line, set), line, 0, 3) // fault: spans_not GC404
TOUCHES(one_of, result = wcspbrk(line, set) != NULL, line, 0, 3) // fault: one_of GC404
TOUCHES(copied, wcscpy(out, line), out, 8, 9) // fault: copied GC404
TOUCHES(copied_from, wcscpy(out, line), line, 0, 9) // fault: copied_from GC404
TOUCHES(copied_within, wcsncpy(out, line, 4), out, 3, 4) // fault: copied_within GC404
TOUCHES(appended, wcscat(wcscpy(out, L"a"), line), out, 9, 10) // fault: appended GC404
TOUCHES(appended_within, wcsncat(out, line, 3), out, 3, 4) // fault: appended_within GC404
TOUCHES(memory, wmemcpy(out, line, 5), out, 4, 5) // fault: memory GC404
TOUCHES(memory_from, wmemcpy(out, line, 5), line, 4, 5) // fault: memory_from GC404
TOUCHES(moved, wmemmove(out, line, 5), out, 4, 5) // fault: moved GC404
TOUCHES(filled, wmemset(out, L'x', 5), out, 4, 5) // fault: filled GC404
TOUCHES(duplicated, free(wcsdup(line)), line, 0, 9) // fault: duplicated GC404
TOUCHES(number, result = wcstol(line, NULL, 10), line, 0, 3) // fault: number GC404
TOUCHES(number_end, result = wcstol(L"12", &ends[0], 10), ends, 0, 1) // fault: number_end GC404
TOUCHES(fraction, result = (long)wcstod(line, NULL), line, 0, 3) // fault: fraction GC404
TOUCHES(printed, swprintf(out, N, L"%d", 123), out, 3, 4) // fault: printed GC404
TOUCHES(from_bytes, mbstowcs(out, "123", N), out, 3, 4) // fault: from_bytes GC404
TOUCHES(from_bytes_read, mbstowcs(out, bytes, N), bytes, 0, 9) // fault: from_bytes_read GC404
TOUCHES(to_bytes, wcstombs(bytes, L"123", N), bytes, 3, 4) // fault: to_bytes GC404
TOUCHES(sorted, qsort_r(numbers, 8, sizeof *numbers, by_number, NULL), numbers, 7, 8) // fault: sorted GC404
TOUCHES(allocated, free((asprintf(&text, "%s", bytes), text)), bytes, 0, 9) // fault: allocated GC404
TOUCHES(to_a_file, dprintf(nowhere, "%s", bytes), bytes, 0, 9) // fault: to_a_file GC404
TOUCHES(field, getdelim(&text, room, 'n', file), room, 0, 1) // fault: field GC404

#define CASES(C)                                                                                                       \
    C(length) C(length_within) C(compared) C(compared_within) C(compared_memory) C(found) C(found_last)                \
    C(found_in_memory) C(text_found) C(spans) C(spans_not) C(one_of) C(copied) C(copied_from) C(copied_within)         \
    C(appended) C(appended_within) C(memory) C(memory_from) C(moved) C(filled) C(duplicated) C(number) C(number_end)   \
    C(fraction) C(printed) C(from_bytes) C(from_bytes_read) C(to_bytes) C(sorted) C(allocated) C(to_a_file) C(field)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
