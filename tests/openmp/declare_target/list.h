/* list.h: declare target with a CLAUSE that lists variables of every kind and functions, static and not. */
int counter = 5;
static double table[7] = {1, 2, 4, 8, 16, 32, 64};
struct point { int x, y; } corner = {3, 4};
const int limit = 36;
static int add(int i);
#pragma omp declare target CLAUSE(counter, table, corner, limit, add)
static int add(int i) { return i + corner.x * limit + counter; }

int main(int argc, char **argv)
{
    int seen = 0;
    double d = 0;
    check_begin(argc, argv);
    CHECK_MEANT(&counter, sizeof counter);
#pragma omp target map(from: seen, d)
    {
        seen = add(1);
        d = table[6];
        counter = 6;
        table[0] = -1;
    }
    CHECK_INT(seen, 114, "function and variables");
    CHECK_REAL(d, 64, 0, "array");
    if (check_device)
        CHECK_INT(counter, 5, "the host has its own");
#pragma omp target update from(counter, table)
    CHECK_INT(counter, 6, "update");
    CHECK_REAL(table[0], -1, 0, "update of an array");
    return check_end();
}
