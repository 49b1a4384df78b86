// ROW: atomic read, write, update, capture
// SPEC: 3.3 2.12
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int count = 0, seen[100], wrong[100], last = 0, b[4] = {0};
#pragma acc parallel loop copy(count, last, b) copyout(seen, wrong)
    for (int i = 0; i < 100; i++) {
#pragma acc atomic capture
        seen[i] = count++;
#pragma acc atomic write
        last = 7;
        int now;
#pragma acc atomic read
        now = last;
        wrong[i] = now != 7 && now != 0;
#pragma acc atomic update
        b[i % 4] += i;
#pragma acc atomic
        b[0]++;
    }
    CHECK_INT(count, 100, "capture");
    CHECK_INT(last, 7, "write");
    CHECK_INT(b[0], 1300, "update");
    CHECK_INT(b[3], 1275, "update");
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += seen[i] + 10000 * wrong[i];
    CHECK_INT(sum, 4950, "each number once");
    return check_end();
}
