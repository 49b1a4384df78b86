/* What the first inputs of file_fuzz.c need of tests/run/check.h: its macros, as calls. */
#define CHECK(...) check(__VA_ARGS__)
#define CHECK_INT(...) check(__VA_ARGS__)
#define CHECK_REAL(...) check(__VA_ARGS__)
#define FOR_EACH_SIZE(n) for (long n = 1; n < 9; n++)
#define NULL ((void *)0)
#define bool _Bool
#define true 1
#define false 0
#define complex _Complex
