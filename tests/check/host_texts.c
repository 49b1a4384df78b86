// Functions of the C library that read texts: what they look at, and no byte more, another thread must not store to (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -DSTORES_FIRST=0 %s -o %t && bash %src/tests/check/faults.sh %t %s races
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -DSTORES_FIRST=1 %s -o %t && bash %src/tests/check/faults.sh %t %s races
/* Nothing here is mapped. A text is read in one section, and stored to in the other: where the function looks, or behind. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { N = 16 };
static char line[N], set[N];
static int result;
static char out[64];

/* Who comes first is fixed, by a relaxed flag that orders nothing for the judge. A store that comes first may change how
 * far the function looks. */
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

/* CALL looks at byte INSIDE of TEXT, and not at byte BEHIND. */
#define READS(NAME, CALL, TEXT, INSIDE, BEHIND)                                                                        \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        memset(line, 0, N);                                                                                            \
        strcpy(line, "12 b c d");                                                                                      \
        strcpy(set, " ,");                                                                                             \
        *out = 0;                                                                                                      \
        first_has_been = 0;                                                                                            \
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
                TEXT[wrong ? INSIDE : BEHIND] = '7';                                                                   \
                went(STORES_FIRST);                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
    }
READS(length, result = (int)strlen(line), line, 7, 9) // fault: length GC404
READS(length_within, result = (int)strnlen(line, 4), line, 3, 4) // fault: length_within GC404
READS(compared, result = strcmp(line, "12 c"), line, 1, 4) // fault: compared GC404
READS(compared_second, result = strcmp("12 c", line), line, 3, 4) // fault: compared_second GC404
READS(compared_within, result = strncmp(line, "12 b", 4), line, 3, 4) // fault: compared_within GC404
READS(compared_any_case, result = strcasecmp(line, "12 C"), line, 3, 4) // fault: compared_any_case GC404
READS(compared_any_case_within, result = strncasecmp(line, "12 B", 4), line, 3, 4) // fault: compared_any_case_within GC404
READS(collated, result = strcoll(line, "12 c"), line, 3, 4) // fault: collated GC404
READS(character, result = strchr(line, 'b') != NULL, line, 2, 4) // fault: character GC404
READS(character_or_end, result = *strchrnul(line, 'b'), line, 2, 4) // fault: character_or_end GC404
READS(last_character, result = strrchr(line, 'b') != NULL, line, 7, 9) // fault: last_character GC404
READS(within_text, result = strstr(line, "b c") != NULL, line, 2, 6) // fault: within_text GC404
READS(text_searched, result = strstr("12 , b", set) != NULL, set, 1, 3) // fault: text_searched GC404
READS(within_any_case, result = strcasestr(line, "B C") != NULL, line, 2, 6) // fault: within_any_case GC404
READS(made_of, result = (int)strspn(line, "12"), line, 2, 3) // fault: made_of GC404
READS(made_of_set, result = (int)strspn(" ,12", set), set, 1, 3) // fault: made_of_set GC404
READS(without, result = (int)strcspn(line, set), line, 1, 3) // fault: without GC404
READS(without_set, result = (int)strcspn("12,", set), set, 1, 3) // fault: without_set GC404
READS(one_of, result = strpbrk(line, set) != NULL, line, 1, 3) // fault: one_of GC404
READS(whole_number, result = atoi(line), line, 1, 3) // fault: whole_number GC404
READS(long_number, result = (int)atol(line), line, 1, 3) // fault: long_number GC404
READS(longer_number, result = (int)atoll(line), line, 1, 3) // fault: longer_number GC404
READS(real_number, result = (int)atof(line), line, 1, 3) // fault: real_number GC404
READS(number, result = (int)strtol(line, NULL, 10), line, 1, 3) // fault: number GC404
READS(real, result = (int)strtod(line, NULL), line, 1, 3) // fault: real GC404
READS(scanned, sscanf(line, "%d", &result), line, 1, 9) // fault: scanned GC404
READS(printed, snprintf(out, sizeof out, "%s", line), line, 1, 9) // fault: printed GC404
READS(printed_part, snprintf(out, sizeof out, "%.3s", line), line, 1, 3) // fault: printed_part GC404
READS(doubled, free(strdup(line)), line, 1, 9) // fault: doubled GC404
READS(doubled_part, free(strndup(line, 3)), line, 1, 3) // fault: doubled_part GC404
READS(copied, strcpy(out, line), line, 8, 9) // fault: copied GC404
READS(copied_part, strncpy(out, line, 3), line, 2, 3) // fault: copied_part GC404
READS(copied_to_end, result = stpcpy(out, line) != out, line, 8, 9) // fault: copied_to_end GC404
READS(copied_to_end_part, result = stpncpy(out, line, 3) != out, line, 2, 3) // fault: copied_to_end_part GC404
READS(appended, strcat(out, line), line, 8, 9) // fault: appended GC404
READS(appended_part, strncat(out, line, 3), line, 2, 3) // fault: appended_part GC404
READS(block, result = memcmp(line, "12 c", 4), line, 3, 4) // fault: block GC404
READS(byte, result = memchr(line, 'b', 9) != NULL, line, 2, 4) // fault: byte GC404
READS(last_byte, result = memrchr(line, 'b', 9) != NULL, line, 4, 2) // fault: last_byte GC404
READS(block_within, result = memmem(line, 9, "b", 1) != NULL, line, 2, 4) // fault: block_within GC404
READS(copied_behind, result = mempcpy(out, line, 3) != out, line, 2, 3) // fault: copied_behind GC404
READS(copied_until, result = memccpy(out, line, ' ', 9) != NULL, line, 1, 3) // fault: copied_until GC404
READS(asked, result = getenv(line) != NULL, line, 1, 9) // fault: asked GC404

#define CASES(C) C(length) \
    C(length_within) C(compared) C(compared_second) C(compared_within) C(compared_any_case) \
    C(compared_any_case_within) C(collated) C(character) C(character_or_end) C(last_character) C(within_text) \
    C(text_searched) C(within_any_case) C(made_of) C(made_of_set) C(without) C(without_set) C(one_of) \
    C(whole_number) C(long_number) C(longer_number) C(real_number) C(number) C(real) C(scanned) C(printed) \
    C(printed_part) C(doubled) C(doubled_part) C(copied) C(copied_part) C(copied_to_end) C(copied_to_end_part) \
    C(appended) C(appended_part) C(block) C(byte) C(last_byte) C(block_within) C(copied_behind) C(copied_until) \
    C(asked)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
