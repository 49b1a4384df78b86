// ROW: acc_map_data() acc_unmap_data() acc_hostptr() acc_present_or_copyin() acc_pcopyin() acc_present_or_create() acc_pcreate()
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 40 };
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    int *there = check_device ? acc_malloc(sizeof a) : a;
    acc_map_data(a, there, sizeof a);
    CHECK(acc_deviceptr(&a[3]) == there + 3, "from here");
    CHECK(acc_hostptr(there + 5) == &a[5], "from there");
    acc_copyin(a, sizeof a); /* is there, and stays */
    acc_delete(a, sizeof a);
    acc_delete_finalize(a, sizeof a);
    CHECK(acc_is_present(a, sizeof a), "mapped until it is unmapped");
    acc_update_device(a, sizeof a);
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] += 5;
    acc_update_self(a, sizeof a);
    CHECK_INT(a[N - 1], N + 4, "brought back");
    acc_unmap_data(a);
    CHECK(!check_device || (!acc_is_present(a, sizeof a) && !acc_hostptr(there)), "unmapped");
    if (check_device)
        acc_free(there);
    acc_present_or_copyin(b, sizeof b);
    acc_pcopyin(b, sizeof b);
    acc_present_or_create(b, sizeof b);
    int *p = acc_pcreate(b, sizeof b);
    CHECK(p == acc_deviceptr(b), "the address there");
    for (int i = 0; i < 4; i++) {
        CHECK(acc_is_present(b, sizeof b), "%d", i);
        acc_delete(b, sizeof b);
    }
    CHECK(!check_device || !acc_is_present(b, 1), "as often as it came");
    CHECK(!acc_is_present(NULL, 0), "NULL is nowhere");
    CHECK(acc_copyin(NULL, 0) == NULL && acc_deviceptr(NULL) == NULL, "nor led to");
    void *(*enter)(void *, size_t) = acc_create; /* a function, too */
    enter(b, 0);
    CHECK(acc_is_present(b, 1) && (!check_device || !acc_is_present(b, 2 * sizeof *b)), "no bytes are one byte");
    acc_delete(b, 0);
    return check_end();
}
