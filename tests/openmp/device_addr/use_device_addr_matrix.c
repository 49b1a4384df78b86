// ROW: target data use_device_addr of a section of a matrix
// SPEC: 5.1 5.4.10
#include "check.h"

int main(int argc, char **argv)
{
    int m[7][9];
    check_begin(argc, argv);
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 9; j++)
            m[i][j] = 10 * i + j;
#pragma omp target data map(tofrom: m[2:3][0:9]) use_device_addr(m[2:3][0:9])
    {
        int(*rows)[9] = &m[2];
#pragma omp target is_device_ptr(rows)
        for (int i = 0; i < 3; i++)
            rows[i][8] = -1 - i;
    }
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 9; j++)
            CHECK_INT(m[i][j], i >= 2 && i < 5 && j == 8 ? 1 - i : 10 * i + j, "m[%d][%d]", i, j);
    return check_end();
}
