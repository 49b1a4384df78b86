/* mapped_aggregate.h: a region with defaultmap(BEHAVIOR: aggregate) works on what a target data construct has mapped. */
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37];
    struct { int x; double y[3]; } t = {7, {1.5, 2.5, 3.5}};
    CHECK_MEANT(a, sizeof a);
    CHECK_MEANT(&t, sizeof t);
    for (int i = 0; i < 37; i++)
        a[i] = i;
    long seen = -1;
    double seen2 = -1;
#pragma omp target data map(to: a, t)
    {
    a[36] = 360;
    t.y[2] = 35;
#pragma omp target defaultmap(BEHAVIOR: aggregate) map(from: seen, seen2)
    {
        seen = a[36];
        seen2 = t.y[2];
        a[36] = 100;
        t.y[2] = 4.5;
    }
    }
    if (check_device) {
        CHECK_INT(seen, 36, "the value that was there");
        CHECK_REAL(seen2, 3.5, 0, "the other that was there");
        CHECK_INT(a[36], 360, "nothing comes back");
        CHECK_REAL(t.y[2], 35, 0, "nothing of the other");
    } else {
        CHECK_INT(seen, 360, "on the host");
        CHECK_INT(a[36], 100, "stored on the host");
    }
    return check_end();
}
