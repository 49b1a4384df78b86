/* Functions in lines close to each other, with data of the same name that the host uses in other ways in each: what is written for one, those
 * with more data first, says nothing of the one in front of it. Prints OK if the device did what the host would have done. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 64 << 10 };
static double *hidden, copy[MOST];
static int order(const void *x, const void *y) { return (*(const double *)x > *(const double *)y) - (*(const double *)x < *(const double *)y); }
static void on_host(int n, double *a, int k) { for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i; }
static double left_alone(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
        sum += k; }
    return sum; }
static double sorted(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
        qsort(a, n, sizeof *a, order); }
    return sum; }
static double only_back(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
        sum += a[k] * 3; }
    return sum; }
static double by_pointer(int n, double *a) { double sum = 0; hidden = a + 5;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
        sum += hidden[2], hidden[3] = k; }
    return sum; }
static double copied(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
        memcpy(copy, a, n * sizeof *a), sum += copy[k]; }
    return sum; }
static double only_there(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
        for (int i = 0; i < n; i++) a[i] = (i + k) % 7; }
    return sum; }
static jmp_buf out;
static void turn(int n, double *a, int k) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] = a[i] * ((i + k) % 3 - 1) + i;
    if (k == 4)
        longjmp(out, 1);
}
static double jumps_out(int n, double *a) {
    if (!setjmp(out)) {
        for (int k = 0; k < 6; k++)
            turn(n, a, k);
    }
    for (int i = 0; i < n; i++) a[i] += 3;
    turn(n, a, 1);
    return a[7];
}
static double jumps_out_on_host(int n, double *a) {
    for (int k = 0; k < 5; k++)
        on_host(n, a, k);
    for (int i = 0; i < n; i++) a[i] += 3;
    on_host(n, a, 1);
    return a[7];
}
static double left_alone_on_host(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
        on_host(n, a, k);
        sum += k; }
    return sum; }
static double sorted_on_host(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
        on_host(n, a, k);
        qsort(a, n, sizeof *a, order); }
    return sum; }
static double only_back_on_host(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
        on_host(n, a, k);
        sum += a[k] * 3; }
    return sum; }
static double by_pointer_on_host(int n, double *a) { double sum = 0; hidden = a + 5;
    for (int k = 0; k < 6; k++) {
        on_host(n, a, k);
        sum += hidden[2], hidden[3] = k; }
    return sum; }
static double copied_on_host(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
        on_host(n, a, k);
        memcpy(copy, a, n * sizeof *a), sum += copy[k]; }
    return sum; }
static double only_there_on_host(int n, double *a) { double sum = 0;
    for (int k = 0; k < 6; k++) {
        on_host(n, a, k);
        for (int i = 0; i < n; i++) a[i] = (i + k) % 7; }
    return sum; }
static double result(double work(int, double *), int n) {
    double *a = malloc(n * sizeof *a); /* not freed: the next has memory of its own */
    for (int i = 0; i < n; i++)
        a[i] = (i * 37) % 101;
    double sum = work(n, a);
    for (int i = 0; i < n; i++)
        sum = sum * 0.9 + a[i];
    return sum;
}
int main(void) {
    int wrong = 0;
    wrong += result(left_alone, MOST >> 10) != result(left_alone_on_host, MOST >> 10);
    wrong += result(sorted, MOST >> 8) != result(sorted_on_host, MOST >> 8);
    wrong += result(only_back, MOST >> 6) != result(only_back_on_host, MOST >> 6);
    wrong += result(by_pointer, MOST >> 4) != result(by_pointer_on_host, MOST >> 4);
    wrong += result(copied, MOST >> 2) != result(copied_on_host, MOST >> 2);
    wrong += result(only_there, MOST >> 0) != result(only_there_on_host, MOST >> 0);
    wrong += result(jumps_out, 3000) != result(jumps_out_on_host, 3000);
    puts(wrong ? "WRONG" : "OK");
    return wrong;
}
