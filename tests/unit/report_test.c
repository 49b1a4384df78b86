/* The reader of JSON, and the rank test against numbers worked out by hand. */
#include <math.h>
#include <string.h>

#include "src/report/report_priv.h"

static int bad;

static void expect(int good, const char *what)
{
    if (!good) {
        printf("wrong: %s\n", what);
        bad = 1;
    }
}

static const struct json *parse(struct arena *a, const char *text, struct json_error *e)
{
    return json_parse(a, text, strlen(text), e);
}

static void test_json(struct arena *a)
{
    static const char *const good[] = {
        "0", "-1.5e3", "[]", "{}", " [1, {\"a\":[true,false,null]}] ", "\"\\u00e9\\n\\\"\""};
    static const char *const wrong[] = {"",    "[1",      "[1,]",      "{\"a\" 1}", "{1:2}", "tru",
                                        "1 2", "\"\\x\"", "\"\\u12\"", "\"a",       "-",     "nul"};
    struct json_error e;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        expect(parse(a, good[i], &e) != NULL, good[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(!parse(a, wrong[i], &e) && e.what, wrong[i]);
    expect(!parse(a, "{\"a\":[1,\n2", &e) && e.cut && e.line == 2, "a cut text is known as such, with its line");
    expect(!parse(a, "[1 2]", &e) && !e.cut, "a wrong text is not cut");
    const struct json *j = parse(a, "{\"n\":12.5,\"s\":\"\\u00e9\\ud83d\\ude00\",\"l\":[1,2]}", &e);
    expect(json_member_number(j, "n", 0) == 12.5 && json_member_number(j, "s", 7) == 7, "numbers");
    expect(strcmp(json_member_text(j, "s"), "\xc3\xa9\xf0\x9f\x98\x80") == 0 && !json_member_text(j, "n"), "texts");
    char deep[300];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    expect(!parse(a, deep, &e), "nested too deeply");
}

static int near(double x, double y) { return fabs(x - y) < 1e-9; }

static void test_pairs(void)
{
    const double up[] = {1, 2, 3, 4, 5, 6, 7}, mixed[] = {-1, 2, 3, 4, 5}, tied[] = {1, 1, -1, 0, 0}, none[] = {0, 0};
    expect(near(rank_pairs_probability(up, 5), 2.0 / 32), "5 pairs, all up: 2 of 32 choices of signs");
    expect(near(rank_pairs_probability(up, 7), 2.0 / 128), "7 pairs, all up");
    expect(near(rank_pairs_probability(mixed, 5), 4.0 / 32), "the least one is down: sums 0 and 1");
    expect(near(rank_pairs_probability(tied, 5), 1), "equal ones share their ranks, none counts for nothing: 8 of 8");
    expect(near(rank_pairs_probability(none, 2), 1), "no differences");
}

static void test_rank(void)
{
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10}, mixed[] = {1.5, 2.5, 3.5, 4.5, 0.5};
    const double same[] = {3, 3, 3, 3};
    double v[] = {5, 1, 3, 2};
    expect(near(rank_probability(low, 3, high, 3), 0.1), "3 and 3, apart: 2 of 20 orders");
    expect(near(rank_probability(low, 4, high, 4), 2.0 / 70), "4 and 4, apart: 2 of 70 orders");
    expect(near(rank_probability(high, 5, low, 5), 2.0 / 252), "the other way round");
    expect(rank_probability(low, 5, mixed, 5) > 0.5, "mixed");
    expect(rank_probability(same, 4, same, 4) == 1, "all equal");
    expect(rank_probability(low, 0, high, 5) == 1, "none");
    double many[60], more[60];
    for (int i = 0; i < 60; i++)
        many[i] = i % 10, more[i] = i % 10 + 3;
    expect(rank_probability(many, 60, more, 60) < 1e-4 && rank_probability(many, 60, many, 60) > 0.9,
           "large, with ties");
    expect(rank_median(v, 4) == 2.5 && rank_median(v, 3) == 2, "medians");
}

static void test_units(void)
{
    char t[UNIT_SIZE];
    expect(strcmp(unit_time(t, 1234), "1.23 ms") == 0 && strcmp(unit_bytes(t, 999.4), "999 B") == 0, "units");
    expect(near(unit_step(15, 4), 5) && near(unit_step(0.9, 5), 0.2) && near(unit_step(1000, 5), 200), "ticks");
}

int main(void)
{
    struct arena *a = arena_new();
    test_json(a);
    test_rank();
    test_pairs();
    test_units();
    arena_free(a);
    return bad;
}
