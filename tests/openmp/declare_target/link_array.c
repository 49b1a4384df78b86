// ROW: declare target link, array
// SPEC: 4.5 7.8.1
/* Nothing of it is on the device until it is mapped; functions then find the copy. */
#include "check.h"

static int big[1000];
#pragma omp declare target link(big)
static int get(int i);
#pragma omp declare target(get)
static int get(int i) { return big[i]; }

int main(int argc, char **argv)
{
    int seen = 0;
    check_begin(argc, argv);
    CHECK_MEANT(big, sizeof big);
    for (int i = 0; i < 1000; i++)
        big[i] = i;
    if (check_device)
        CHECK_INT(omp_target_is_present(big, omp_get_default_device()), 0, "not there before");
#pragma omp target data map(tofrom: big)
    {
        big[7] = 7000;
#pragma omp target map(from: seen)
        {
            seen = get(7) + get(999);
            big[8] = 8000;
        }
        if (check_device) {
            CHECK_INT(seen, 1006, "the copy that was made");
            CHECK_INT(big[8], 8, "not back yet");
        }
    }
    CHECK_INT(big[8], 8000, "copied back");
    if (check_device)
        CHECK_INT(omp_target_is_present(big, omp_get_default_device()), 0, "not there any more");
#pragma omp target map(from: seen) map(to: big)
    seen = get(8);
    CHECK_INT(seen, 8000, "mapped again");
    return check_end();
}
