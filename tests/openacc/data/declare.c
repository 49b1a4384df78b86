// ROW: declare create() copyin() link() device_resident()
// SPEC: 3.3 2.13
#include "check.h"
static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8}, room[8], linked[8];
#pragma acc declare copyin(table) create(room)
#pragma acc declare link(linked)

#pragma acc routine seq
static int look_up(int i)
{
    return table[i];
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int out[8];
#pragma acc parallel loop copyout(out)
    for (int i = 0; i < 8; i++) {
        room[i] = look_up(i);
        out[i] = 2 * room[i];
    }
    for (int i = 0; i < 8; i++)
        CHECK_INT(out[i], 2 * i + 2, "out[%d]", i);
#pragma acc update self(room)
    CHECK_INT(room[7], 8, "updated");
    table[3] = 50;
#pragma acc update device(table)
#pragma acc parallel loop copyout(out) copy(linked)
    for (int i = 0; i < 8; i++)
        out[i] = linked[i] = look_up(i);
    CHECK_INT(out[3], 50, "updated on the device");
    CHECK_INT(linked[3], 50, "copied");
    return check_end();
}
