/* Sorting: insertion, shell, bubble, odd-even, rank, counting, merge from the bottom up, and quicksort by recursion. */
#include <stdio.h>
#include <string.h>

#define N 300

static int data[N], work[N], buffer[N];

static void load(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        data[i] = (int)((long)(i + 1) * 7919 % 65537 % 200);
}

static void insertion(int *a, int n)
{
    /* truth: serial flow(a) */
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i - 1;
        /* truth: serial exit anti(a) distance 1 flow(j) -- shifts to the right until the place is found */
        while (j >= 0 && a[j] > v) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = v;
    }
}

static void shell(int *a, int n)
{
    /* truth: serial flow(a) */
    for (int gap = n / 2; gap > 0; gap /= 2)
        /* truth: serial flow(a) -- gap chains are independent, one chain is not */
        for (int i = gap; i < n; i++) {
            int v = a[i], j;
            /* truth: serial exit anti(a) distance 1 flow(j) */
            for (j = i; j >= gap && a[j - gap] > v; j -= gap)
                a[j] = a[j - gap];
            a[j] = v;
        }
}

static int bubble(int *a, int n)
{
    int swapped, passes = 0;
    /* truth: serial exit flow(a) distance 1 */
    do {
        swapped = 0;
        /* truth: serial flow(a) distance 1 */
        for (int i = 0; i + 1 < n; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                swapped = 1;
            }
        passes++;
    } while (swapped);
    return passes;
}

static void odd_even(int *a, int n)
{
    /* truth: serial flow(a) distance 1 */
    for (int pass = 0; pass < n; pass++)
        /* truth: parallel -- pairs of one pass do not touch */
        for (int i = pass & 1; i + 1 < n; i += 2)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
}

/* Each element counts the smaller ones: that is its place. Ties go by index, so the places differ. */
static void rank_sort(const int *restrict a, int *restrict out, int n)
{
    /* truth: guarded index(out) calls(pass) -- out[rank] is written once: the ranks are a permutation */
    for (int i = 0; i < n; i++) {
        int rank = 0;
        /* truth: reduction(+: rank) */
        for (int j = 0; j < n; j++)
            rank += a[j] < a[i] || (a[j] == a[i] && j < i);
        out[rank] = a[i];
    }
}

static void counting(const int *restrict a, int *restrict out, int n)
{
    int count[1001] = {0};
    /* truth: histogram(count) */
    for (int i = 0; i < n; i++)
        count[a[i] + 1]++;
    /* truth: serial flow(count) distance 1 */
    for (int v = 0; v < 1000; v++)
        count[v + 1] += count[v];
    /* truth: serial flow(count) */
    for (int i = 0; i < n; i++)
        out[count[a[i]]++] = a[i];
}

static void merge_up(int *a, int *b, int n)
{
    /* truth: serial flow(a) distance 1 */
    for (int width = 1; width < n; width *= 2) {
        /* truth: guarded alias(a, b) calls(pass) -- each iteration merges two runs of its own */
        for (int low = 0; low < n; low += 2 * width) {
            int mid = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
            int i = low, j = mid;
            /* truth: serial flow(i, j) */
            for (int k = low; k < high; k++)
                b[k] = i < mid && (j >= high || a[i] <= a[j]) ? a[i++] : a[j++];
        }
        memcpy(a, b, n * sizeof *a);
    }
}

static void quick(int *a, int low, int high)
{
    if (low >= high)
        return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    /* truth: serial exit flow(i, j) */
    while (i <= j) {
        /* truth: serial exit flow(i) distance 1 */
        while (a[i] < pivot)
            i++;
        /* truth: serial exit flow(j) distance 1 */
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick(a, low, j);
    quick(a, i, high);
}

static void show(const char *name, const int *a)
{
    unsigned h = 0;
    int sorted = 1;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < N; i++)
        h = h * 31 + (unsigned)a[i];
    /* truth: reduction(&: sorted) */
    for (int i = 1; i < N; i++)
        sorted &= a[i - 1] <= a[i];
    printf("%s %s %08x\n", name, sorted ? "sorted" : "unsorted", h);
}

int main(void)
{
    load(), insertion(data, N), show("insertion", data);
    load(), shell(data, N), show("shell", data);
    load(), printf("%d passes\n", bubble(data, N)), show("bubble", data);
    load(), odd_even(data, N), show("odd-even", data);
    load(), rank_sort(data, work, N), show("rank", work);
    load(), counting(data, work, N), show("counting", work);
    load(), merge_up(data, buffer, N), show("merge", data);
    load(), quick(data, 0, N - 1), show("quick", data);
    return 0;
}
