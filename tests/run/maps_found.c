// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* What tests/maps_random found, one function each. */
#include "check.h"

struct pair { int n, *p; short x[2]; };

static int present(const void *p) { return omp_target_is_present(p, omp_get_default_device()); }

/* use_device_ptr beside sections through further pointers, of iterators, and of another part */
static void device_addresses(void)
{
    int rows[3][8] = {{1}}, *table[3] = {rows[0], rows[1], rows[2]}, **t = table, *r = rows[0];
    int device = omp_get_default_device();
#pragma omp target data map(to: t[2][1:3]) use_device_ptr(t)
    CHECK(t == table, "what it points to is not mapped");
#pragma omp target data map(to: table) map(iterator(k = 0:3), to: t[k][0:8]) use_device_ptr(t)
    CHECK(!check_device || t == omp_get_mapped_ptr(table, device), "the table is");
#pragma omp target data map(to: r[4]) map(tofrom: *r) use_device_ptr(r)
#pragma omp target is_device_ptr(r)
    r[0] += 6;
    CHECK_INT(rows[0][0], 7, "the part that the pointer leads to");
}

/* the lengths of a variable-length array are ours: no clause about scalars is meant for them, and a name that means a
 * device address does not change them */
static void lengths(int n, int m)
{
    int a[n][m], b[n], total = 0;
    for (int i = 0; i < n * m; i++)
        a[0][i] = i;
#pragma omp target defaultmap(tofrom: scalar) private(b)
    {
        b[n - 1] = 4;
        total += b[n - 1];
    }
    CHECK_INT(total, 4, "private");
#pragma omp target defaultmap(tofrom: scalar) firstprivate(a)
    {
        a[1][1] += 1;
        total += a[1][1];
    }
    CHECK_INT(total, 4 + m + 2, "firstprivate");
#pragma omp target data map(tofrom: a) use_device_addr(a)
#pragma omp target has_device_addr(a)
    a[2][0] = 77;
    CHECK_INT(a[2][0], 77, "use_device_addr");
}

/* parameters written as arrays are pointers, on the way of a list item too */
static void parameters(struct pair a[2], double d[3])
{
#pragma omp target map(tofrom: a->n)
    a->n *= 2;
#pragma omp target map(tofrom: a[1].n) map(from: *d)
    {
        a[1].n *= 3;
        d[0] = 1.5;
    }
#pragma omp target map(to: a[0:2]) map(tofrom: a->p[0:2])
    a->p[1] = 5;
}

/* a member of an array's element is listed: nothing else of the array comes back, and no default is about the array */
static void members_of_elements(void)
{
    struct pair a[3] = {{.n = 1}, {.n = 2, .x = {7, 8}}, {.n = 3}};
#pragma omp target map(alloc: a[1].x)
    a[1].x[0] = 100;
    CHECK_INT(a[1].x[0], check_device ? 7 : 100, "alloc");
#pragma omp target map(tofrom: a[1].n) defaultmap(firstprivate: aggregate)
    a[1].n += 10;
    CHECK_INT(a[1].n, 12, "not firstprivate");
#pragma omp target enter data map(to: a[0].n)
#pragma omp target map(tofrom: a[1].x)
    a[1].x[1] += 30;
    CHECK_INT(a[1].x[1], 38, "beside a member of another element that is there");
    CHECK(!check_device || (present(&a[0].n) && !present(&a[1])), "presence");
#pragma omp target exit data map(delete: a[0].n)
}

/* members of one element, in constructs without a region: one range */
static void members_in_data(void)
{
    struct pair a[2] = {{.n = 1}, {.n = 2, .x = {3, 4}}};
    int device = omp_get_default_device();
#pragma omp target enter data map(to: a[1].x[1]) map(to: a[1].n)
    CHECK(!check_device || (char *)omp_get_mapped_ptr(&a[1].x[1], device) - (char *)omp_get_mapped_ptr(&a[1].n, device) ==
                               (char *)&a[1].x[1] - (char *)&a[1].n, "distance");
#pragma omp target exit data map(release: a[1].x[1]) map(release: a[1].n)
    CHECK(!check_device || (!present(&a[1].n) && !present(&a[1].x[1])), "gone");
}

/* what an element's member points to is listed: the array itself is mapped without its type's mapper */
struct some { int n, *p; };
#pragma omp declare mapper(struct some v) map(tofrom: v.n) map(tofrom: v.p[0:v.n])

static void mapper_of_array(void)
{
    int room[2][3] = {{0}};
    struct some v[2] = {{3, room[0]}, {3, room[1]}};
#pragma omp target enter data map(to: v[1:1])
#pragma omp target map(always, tofrom: v[1].p[0:3])
    v[1].p[2] = 8;
    CHECK_INT(room[1][2], 8, "v[1].p[2]");
    CHECK(!check_device || !present(room[0]), "the other element's");
#pragma omp target exit data map(delete: v[1:1])
}

/* a pointer that others map by its address is attached */
static void map_pointer(int **p)
{
#pragma omp target enter data map(to: p[0:1])
}

static void unmap_pointer(int **p)
{
#pragma omp target exit data map(release: p[0:1])
}

static void attached_by_address(void)
{
    int a[4] = {1, 2, 3, 4}, *p = a, **pp = &p;
    map_pointer(&p);
#pragma omp target enter data map(to: p[0:4])
#pragma omp target map(alloc: pp[0:1])
    pp[0][3] = 9;
#pragma omp target exit data map(from: p[0:4])
    unmap_pointer(&p);
    CHECK_INT(a[3], 9, "through the pointer's copy");
}

/* items that a pointer points to and the pointer itself are no members of one structure */
static void pointer_and_member(void)
{
    struct pair two[2] = {{.n = 1}, {.n = 2}}, *p = two, **pp = &p;
    static struct pair one = {.x = {3}}, *q = &one;
#pragma omp target map(to: q) map(tofrom: q->x[0])
    q->x[0] += 1;
    CHECK_INT(one.x[0], 4, "map(q, q->x[0])");
#pragma omp target enter data map(to: pp[0][1].n) map(to: pp[0:1])
    CHECK(!check_device || (present(&two[1].n) && present(&p) && !present(&two[0])), "map(pp[0][1].n, pp[0:1])");
#pragma omp target exit data map(release: pp[0][1].n) map(release: pp[0:1])
}

/* the items of a mapper for the other direction do not matter to an update */
struct box { int n, x[3]; };
#pragma omp declare mapper(in: struct box v) map(to: v)

static void update_one_way(void)
{
    struct box b = {1, {2, 3, 4}};
#pragma omp target enter data map(to: b.n)
#pragma omp target update from(mapper(in): b)
    CHECK_INT(b.x[0], 2, "nothing to do");
#pragma omp target exit data map(delete: b.n)
}

/* `a[0].n` and `a[1].p[0:4]` share no structure */
static void pointers_of_others(void)
{
    int room[4] = {0};
    struct pair a[2] = {{.n = 1}, {.p = room}};
#pragma omp target data map(to: a[0].n) map(to: a[1].p[0:4])
    CHECK(!check_device || (!present(&a[1].p) && present(room)), "the pointer is not mapped");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    device_addresses();
    lengths(4, 3);
    int room[2] = {0};
    double d[3] = {0};
    struct pair a[2] = {{.n = 1, .p = room}, {.n = 2}};
    parameters(a, d);
    CHECK(a[0].n == 2 && a[1].n == 6 && d[0] == 1.5 && room[1] == 5, "parameters");
    members_of_elements();
    members_in_data();
    mapper_of_array();
    attached_by_address();
    pointer_and_member();
    update_one_way();
    pointers_of_others();
    return check_end();
}
