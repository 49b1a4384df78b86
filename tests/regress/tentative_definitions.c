// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
// RUN: %gantry cc --offload-arch=sm_70 %s -o %t
/* Variables of device code that the file declares more than once: static ones lose their `static` there, all of them. */
static int counter;
static int get(void) { return counter; }
static int counter = 5;
extern int later;
static int early(void) { return later; }
int later = 4;
int twice;
int twice;
int twice = 3;
extern int twice;
static const struct row {
    int width, (*pick)(void);
} table[2];
static int pick(int i) { return table[i].pick() + table[i].width; }
static const struct row table[2] = {{1, early}, {2, get}};
static int linked[3];
#pragma omp declare target to(counter, get, later, early, twice, table, pick) link(linked)
static int linked[3] = {7, 8, 9};

int main(void)
{
    int r = 0;
#pragma omp target map(tofrom: r) map(to: linked)
    {
        counter++;
        r = get() + early() + twice + pick(1) + linked[2];
    }
#pragma omp target update from(counter)
    return r != 6 + 4 + 3 + 8 + 9 || counter != 6;
}
