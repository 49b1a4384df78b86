// ROW: declare target variables of another file
// SPEC: 4.0 7.8
// FILES: Inputs/variables_other.c
/* Scalars, arrays, structs, pointers between them: regions and updates in either file mean the same device variable. */
#include "check.h"
#include "Inputs/variables.h"

int main(int argc, char **argv)
{
    int r = 0;
    check_begin(argc, argv);
#pragma omp target map(from: r)
    r = number + array[SIZE - 1] + *best + record.b;
    CHECK_INT(r, 5 + (SIZE - 1) + 3 + 8, "as initialised");
    number = 50;
#pragma omp target update to(number)
    CHECK_INT(number_there(), 50, "updated here, read there");
    change(9);
#pragma omp target map(from: r)
    r = record.b + array[0];
    CHECK_INT(r, 18, "changed by a region there");
    record.b = -1;
#pragma omp target update from(record, array)
    CHECK_INT(record.b, check_device ? 9 : -1, "brought back here");
    CHECK_INT(array[0], 9, "array");
#pragma omp target teams distribute parallel for
    for (int i = 0; i < SIZE; i++)
        array[i] = i * number;
    fetch();
    for (int i = 0; i < SIZE; i++)
        CHECK_INT(array[i], 50 * i, "brought back there: array[%d]", i);
    return check_end();
}
