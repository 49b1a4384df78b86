/* mapped_scalar.h: a region with defaultmap(BEHAVIOR: scalar) works on what a target data construct has mapped. */
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int s = 7;
    double d = 1.5;
    CHECK_MEANT(&s, sizeof s);
    CHECK_MEANT(&d, sizeof d);
    long seen = -1;
    double seen2 = -1;
#pragma omp target data map(to: s, d)
    {
    s = 70;
    d = 15;
#pragma omp target defaultmap(BEHAVIOR: scalar) map(from: seen, seen2)
    {
        seen = s;
        seen2 = d;
        s = 8;
        d = 2.5;
    }
    }
    if (check_device) {
        CHECK_INT(seen, 7, "the value that was there");
        CHECK_REAL(seen2, 1.5, 0, "the other that was there");
        CHECK_INT(s, 70, "nothing comes back");
        CHECK_REAL(d, 15, 0, "nothing of the other");
    } else {
        CHECK_INT(seen, 70, "on the host");
        CHECK_INT(s, 8, "stored on the host");
    }
    return check_end();
}
