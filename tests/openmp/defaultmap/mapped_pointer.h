/* mapped_pointer.h: a region with defaultmap(BEHAVIOR: pointer) works on what a target data construct has mapped. */
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int v[37], *p = v, *q = v + 5;
    CHECK_MEANT(&p, sizeof p);
    CHECK_MEANT(&q, sizeof q);
    long seen = -1;
    long seen2 = -1;
#pragma omp target data map(to: p, q)
    {
    p = v + 1;
    q = v + 6;
#pragma omp target defaultmap(BEHAVIOR: pointer) map(from: seen, seen2)
    {
        seen = (long)p;
        seen2 = (long)q;
        p = (int *)16;
        q = (int *)32;
    }
    }
    if (check_device) {
        CHECK_INT(seen, (long)v, "the value that was there");
        CHECK_INT(seen2, (long)(v + 5), "the other that was there");
        CHECK_INT((long)p, (long)(v + 1), "nothing comes back");
        CHECK_INT((long)q, (long)(v + 6), "nothing of the other");
    } else {
        CHECK_INT(seen, (long)(v + 1), "on the host");
        CHECK_INT((long)p, 16, "stored on the host");
    }
    return check_end();
}
