/* Tables: which leaves combine, which clause belongs where, words and their bits, ids of messages. */
#include "src/tables/tables.h"

#include <stdio.h>
#include <string.h>

#include "../checks.h"

/* "target teams loop" as OpenMP 5.2 lists it, or not */
static bool combines(const char *words)
{
    unsigned seq[8], n = 0, at;
    while (*words) {
        size_t w = strcspn(words, " ");
        for (unsigned i = 0; i < LEAF_COUNT; i++)
            if (strlen(leaf_rows[i].name) == w && !memcmp(leaf_rows[i].name, words, w))
                seq[n++] = 1u << i;
        words += w + (words[w] == ' ');
    }
    return !leaves_wrong(seq, n, &at);
}

static void check_combinations(void)
{
    static const char *const good[] = {
        "target",
        "target parallel",
        "target parallel for",
        "target parallel for simd",
        "target parallel loop",
        "target simd",
        "target teams",
        "target teams distribute",
        "target teams distribute simd",
        "target teams distribute parallel for",
        "target teams distribute parallel for simd",
        "target teams loop",
        "teams distribute parallel for",
        "teams loop",
        "distribute parallel for simd",
        "distribute simd",
        "parallel for",
        "parallel for simd",
        "parallel loop",
        "for simd",
        "simd",
        "loop",
    };
    static const char *const bad[] = {
        "target loop",
        "target for",
        "target distribute",
        "teams parallel",
        "teams simd",
        "teams for",
        "distribute for",
        "distribute parallel",
        "distribute parallel loop",
        "parallel simd",
        "simd for",
        "parallel parallel",
        "teams target",
        "for parallel",
        "loop simd",
        "target target",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!combines(good[i]))
            failures++, fprintf(stderr, "'%s' is refused\n", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (combines(bad[i]))
            failures++, fprintf(stderr, "'%s' is accepted\n", bad[i]);
}

static void check_messages(void)
{
    for (const struct message_row *m = message_rows; m->id; m++) {
        CHECK(strlen(m->id) == 6 && !memcmp(m->id, "GN", 2));
        CHECK(!strcmp(m->level, "error") || !strcmp(m->level, "warning") || !strcmp(m->level, "remark") ||
              !strcmp(m->level, "advice"));
        for (const struct message_row *o = message_rows; o != m; o++)
            CHECK(strcmp(o->id, m->id) < 0 && strcmp(o->name, m->name) != 0);
    }
}

int main(void)
{
    char buf[160];
    check_combinations();
    check_messages();
    unsigned tpf = LEAF_TARGET | LEAF_FOR | LEAF_PARALLEL;
    CHECK(!strcmp(directive_name(tpf, DIR_COMBINED, buf, sizeof buf), "target parallel for"));
    CHECK(!strcmp(directive_name(0, DIR_TARGET_UPDATE, buf, sizeof buf), "target update"));
    CHECK(!strcmp(directive_name(LEAF_PARALLEL, DIR_SECTIONS, buf, sizeof buf), "parallel sections"));
    CHECK(strlen(directive_name(~0u, DIR_COMBINED, buf, 12)) < 12);
    CHECK(clause_allowed(CLAUSE_MAP, LEAF_TARGET | LEAF_TEAMS, DIR_COMBINED));
    CHECK(!clause_allowed(CLAUSE_MAP, LEAF_TEAMS, DIR_COMBINED));
    CHECK(clause_allowed(CLAUSE_MAP, 0, DIR_TARGET_DATA) && !clause_allowed(CLAUSE_MAP, 0, DIR_TARGET_UPDATE));
    CHECK(clause_allowed(CLAUSE_NOWAIT, LEAF_FOR, DIR_COMBINED) && clause_allowed(CLAUSE_NOWAIT, 0, DIR_SINGLE));
    CHECK(!clause_allowed(CLAUSE_NOWAIT, LEAF_PARALLEL | LEAF_FOR, DIR_COMBINED));
    CHECK(clause_allowed(CLAUSE_NOWAIT, LEAF_TARGET | LEAF_PARALLEL | LEAF_FOR, DIR_COMBINED));
    CHECK(clause_allowed(CLAUSE_SEQ_CST, 0, DIR_ATOMIC) && !clause_allowed(CLAUSE_SEQ_CST, 0, DIR_BARRIER));
    CHECK(clause_allowed(CLAUSE_INDIRECT, 0, DIR_BEGIN_DECLARE_TARGET) &&
          clause_allowed(CLAUSE_NOCONTEXT, 0, DIR_DISPATCH));
    CHECK(leaf_takes(CLAUSE_IF, LEAF_SIMD) && !leaf_takes(CLAUSE_IF, LEAF_FOR));
    CHECK(is_worksharing(DIR_SCOPE) && !is_worksharing(DIR_BARRIER) && meets_team(DIR_BARRIER) &&
          !meets_team(DIR_MASKED));
    CHECK(is_transparent(DIR_ASSUME) && !is_transparent(DIR_NOTHING) && !is_transparent(DIR_SCOPE));
    CHECK(directive_rows[DIR_TASKLOOP].by == BY_TASK && directive_rows[DIR_SECTIONS].by == BY_ONE);
    CHECK(keyword_bits(CLAUSE_MAP, "tofrom: x", 6) == (MAPMOD_TO | MAPMOD_FROM));
    CHECK(keyword_bits(CLAUSE_MAP, "static", 6) == 0);
    CHECK(!strcmp(keyword_word(CLAUSE_SCHEDULE, SCHED_GUIDED), "guided"));
    CHECK(!strcmp(leaf_name(LEAF_SIMD), "simd") && !strcmp(clause_name(CLAUSE_IF), "if"));
    CHECK(!strcmp(op_name(OP_LAND), "&&") && !strcmp(clause_name(CLAUSE_NONE), ""));
    return failures != 0;
}
