// ROW: declare create(zero:) at file scope
// SPEC: 3.3 2.13
#include "check.h"

struct point {
    int x;
    double y[2];
};
static int table[] = {1, 2, 3}, plain[4], number = 7;
#pragma acc declare create(zero: table, plain, number)
static struct point points[] = {{1, {2, 3}}, {4, {5, 6}}}, point = {1, {2, 3}};
#pragma acc declare create(zero: points) create(point)
char word[] = "word";
static int *pointer = table, rows[][2] = {{1, 2}, {3, 4}};
#pragma acc declare create(zero: word, pointer) create(zero: rows)
extern int later[3];
#pragma acc declare create(zero: later)
int later[3] = {5, 6, 7};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = -1, set = -1, kept = -1;
#pragma acc serial copyout(sum, set, kept)
    {
        sum = number + points[1].x + (int)points[0].y[1] + word[2] + rows[1][1];
        for (int i = 0; i < 3; i++)
            sum += table[i] + plain[i] + later[i];
        set = pointer != 0;
        kept = point.x;
        table[1] = 9;
    }
    CHECK_INT(sum, check_device ? 0 : 7 + 4 + 3 + 'r' + 4 + 6 + 18, "of the device's copies");
    CHECK_INT(set, !check_device, "a pointer");
    CHECK_INT(kept, 1, "without zero the device has the host's values");
    CHECK_INT(table[2] + number + later[2], 17, "the host's stay");
#pragma acc update self(table)
    CHECK_INT(table[0], check_device ? 0 : 1, "updated");
    CHECK_INT(table[1], 9, "updated");
    return check_end();
}
