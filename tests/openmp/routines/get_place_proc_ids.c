// ROW: omp_get_place_proc_ids, omp_get_partition_place_nums
// SPEC: 4.5 18.3.4
/* Fill as many numbers as the counts say. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int bad = -1;
#pragma omp target map(from : bad)
    {
        int ids[4096], n = omp_get_num_places();
        bad = 0;
        for (int p = 0; p < n && p < 2; p++)
            if (omp_get_place_num_procs(p) <= 4096) {
                omp_get_place_proc_ids(p, ids);
                for (int i = 0; i < omp_get_place_num_procs(p); i++)
                    bad += ids[i] < 0;
            }
        if (omp_get_partition_num_places() <= 4096) {
            omp_get_partition_place_nums(ids);
            for (int i = 0; i < omp_get_partition_num_places(); i++)
                bad += ids[i] < 0 || ids[i] >= n;
        }
    }
    CHECK_INT(bad, 0, "numbers that are none");
    return check_end();
}
