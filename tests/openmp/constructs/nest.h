/* nest.h: the loops that the rows of combined constructs share, and what must come out of them. A row writes its
 * directives before the loops in full, and says what it has of a place, a sum and a last value. */
#ifndef NEST_H
#define NEST_H

enum { N = 1009, ROWS = 19, COLUMNS = 23, SUM = 5 + ROWS * COLUMNS * (COLUMNS - 1) / 2, LAST = ROWS * COLUMNS - 1 };

/* every iteration counts itself, and says at which of how many places it ran */
#define COUNT_AT(place, places)                                                                              \
    for (int i = 0; i < N; i++) {                                                                            \
        count[i]++;                                                                                          \
        where[i] = place;                                                                                    \
        if (i == 0)                                                                                          \
            units = places;                                                                                  \
    }

/* two loops for collapse(2); the arguments are further statements of the inner one */
#define MULTIPLY(...)                                                                                        \
    for (int i = 0; i < ROWS; i++)                                                                           \
        for (int j = 0; j < COLUMNS; j++) {                                                                  \
            square[i][j] += i * j;                                                                           \
            __VA_ARGS__                                                                                      \
        }

__attribute__((unused)) static void check_nest(const int count[N], int square[ROWS][COLUMNS])
{
    for (int i = 0; i < N; i++)
        CHECK_INT(count[i], 1, "iteration %d", i);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK_INT(square[i][j], i * j, "square[%d][%d]", i, j);
}

__attribute__((unused)) static void check_places(const int where[N], int units)
{
    for (int i = 0; i < N; i++)
        CHECK(where[i] >= 0 && where[i] < units, "iteration %d: place %d of %d", i, where[i], units);
}

#endif
