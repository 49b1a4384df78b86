// ROW: attachment counters: data constructs, enter data, exit data, finalize
// SPEC: 3.3 2.6.7
#include "check.h"
#include <openacc.h>

enum { N = 10 };
struct list {
    int n, *v;
};

/* what the pointer is on the device: the host's value, or the address of what it leads to there */
static int is_attached(struct list *s)
{
    int *there = NULL;
#pragma acc serial present(s[0 : 1]) copyout(there)
    there = s->v;
    return !check_device || there == acc_deviceptr(s->v);
}

static int is_host(struct list *s)
{
    int *there = NULL;
#pragma acc serial present(s[0 : 1]) copyout(there)
    there = s->v;
    return there == s->v;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int v[N] = {0};
    struct list l = {N, v}, *s = &l;
#pragma acc enter data copyin(v)
#pragma acc enter data copyin(s[0 : 1])
    /* a region: from its entry to its end */
#pragma acc data copyin(s->v[0 : N])
    {
        CHECK(is_attached(s), "in a region");
#pragma acc data create(s->v[0 : N])
        CHECK(is_attached(s), "in two regions");
        CHECK(is_attached(s), "after the inner one");
    }
    CHECK(is_host(s), "after the region");
#pragma acc data present(s->v[0 : N])
    {
        CHECK(is_attached(s), "present attaches, too");
    }
    CHECK(is_host(s), "after present");
#pragma acc parallel loop present(s[0 : 1]) copy(s->v[0 : N])
    for (int i = 0; i < s->n; i++)
        s->v[i] += i;
    CHECK(is_host(s), "after a compute construct");
    /* enter data and exit data count, too; a region among them changes nothing */
#pragma acc enter data copyin(s->v[0 : N])
#pragma acc enter data create(s->v[0 : N])
    for (int k = 0; k < 3; k++) {
#pragma acc parallel loop present(s[0 : 1]) present(s->v[0 : N])
        for (int i = 0; i < s->n; i++)
            s->v[i] += 1;
    }
#pragma acc exit data delete (s->v[0 : N])
    CHECK(is_attached(s), "entered twice, left once");
#pragma acc exit data copyout(s->v[0 : N])
    CHECK(is_host(s), "left as often as entered");
    /* the attach clause counts with them */
#pragma acc enter data attach(s->v)
#pragma acc data copyin(s->v[0 : N])
    {
    }
    CHECK(is_attached(s), "attach, and a region");
#pragma acc exit data detach(s->v)
    CHECK(is_host(s), "detached");
    /* finalize: at once */
#pragma acc enter data copyin(s->v[0 : N])
#pragma acc enter data copyin(s->v[0 : N]) attach(s->v)
#pragma acc exit data delete (s->v[0 : N]) finalize
    CHECK(is_host(s), "finalize");
    CHECK(!check_device || !acc_is_present(v, sizeof v), "and all of it is gone");
    /* the structure comes back with its own pointer */
#pragma acc enter data copyin(s->v[0 : N])
#pragma acc data copyin(s->v[0 : N])
    {
#pragma acc update self(s[0 : 1])
        CHECK(s->v == v, "the host's pointer, by update");
    }
#pragma acc exit data copyout(s->v[0 : N]) copyout(s[0 : 1])
    CHECK(s->v == v, "the host's pointer");
    return check_end();
}
