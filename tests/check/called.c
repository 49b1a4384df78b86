// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale,races
/* What functions of the C library do, on the device and on the host, and the routines for device memory that may go on
 * beside the program: each fault by its name, and its twin (faults.sh). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };
static char text[N], more[N];
static volatile int sum;

/* ---- strcat and strncat on the device ---- */
static void appended(int wrong)
{
    int n = wrong ? 9 : 10;
    char *s = calloc(1, N);
    strcpy(s, "12345");
    strcpy(more, "6789");
#pragma omp target map(tofrom : s[0 : n]) map(to : more)
    strcat(s, more); // fault: appended GC101
    if (!wrong && strcmp(s, "123456789") != 0)
        printf("wrong");
    free(s);
}
static void appended_part(int wrong)
{
    int n = wrong ? 7 : 8;
    char *s = calloc(1, N);
    strcpy(s, "12345");
    strcpy(more, "6789");
#pragma omp target map(tofrom : s[0 : n]) map(to : more)
    strncat(s, more, 2); // fault: appended_part GC101
    if (!wrong && strcmp(s, "1234567") != 0)
        printf("wrong");
    free(s);
}
static void appended_local(int wrong)
{
    strcpy(more, wrong ? "6789" : "678");
#pragma omp target map(tofrom : more)
    {
        char s[8] = "1234";
        strcat(s, more); // fault: appended_local GC101
        more[0] = s[5];
    }
}
/* the string that is there has no end in the section */
static void no_end(int wrong)
{
    strcpy(text, "12345");
    strcpy(more, "");
    if (wrong) {
#pragma omp target map(tofrom : text[0 : 5]) map(to : more)
        strcat(text, more); // fault: no_end GC101
    } else {
#pragma omp target map(tofrom : text[0 : 6]) map(to : more)
        strcat(text, more);
    }
}

/* ---- what they store and read has copies ---- */
static void device_stores(int wrong)
{
    text[0] = 0;
    strcpy(more, "abc");
#pragma omp target data map(tofrom : text) map(to : more)
    {
#pragma omp target
        strcat(text, more);
        if (!wrong) {
#pragma omp target update from(text)
        }
        sum += text[1]; // fault: device_stores GC301
    }
}
static void device_copies(int wrong)
{
    strcpy(more, "abc");
#pragma omp target data map(tofrom : text) map(to : more)
    {
#pragma omp target
        strcpy(text, more);
        if (!wrong) {
#pragma omp target update from(text)
        }
        sum += text[1]; // fault: device_copies GC301
    }
}
static void device_reads(int wrong)
{
    int n = 0;
    strcpy(text, "abc");
#pragma omp target data map(to : text)
    {
        text[1] = 'x';
        if (!wrong) {
#pragma omp target update to(text)
        }
#pragma omp target map(from : n)
        n = strcmp(text, "axc"); // fault: device_reads GC302
    }
    if (!wrong && n != 0)
        printf("wrong");
}
static void host_appends(int wrong)
{
    int n = 0;
    strcpy(text, "abc");
#pragma omp target data map(to : text)
    {
        strncat(text, more, wrong + 3);
        if (!wrong) {
#pragma omp target update to(text)
        }
#pragma omp target map(tofrom : n)
        for (int i = 0; i < N; i++)
            n += text[i]; // fault: host_appends GC302
    }
}
static void host_reads_end(int wrong)
{
    strcpy(text, "abc");
#pragma omp target data map(tofrom : text)
    {
#pragma omp target
        text[3] = 'd', text[4] = 0;
        if (!wrong) {
#pragma omp target update from(text)
        }
        strcat(text, more); // fault: host_reads_end GC301
#pragma omp target update to(text)
    }
}

/* ---- threads that store one string ---- */
static void together(int wrong)
{
    strcpy(more, "abc");
#pragma omp target teams distribute parallel for map(tofrom : text) map(to : more)
    for (int i = 0; i < 10; i++)
        strcpy(text + (wrong ? 0 : 5 * i), more); // fault: together GC401
}

/* ---- routines with _async in their names ---- */
static void async_beyond(int wrong)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device();
    char *p = omp_target_alloc(N - wrong, dev);
    omp_target_memcpy_async(p, text, N, 0, 0, dev, host, 0, NULL); // fault: async_beyond GC101
#pragma omp taskwait
    omp_target_free(p, dev);
}
static void async_rows(int wrong)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device();
    char *p = omp_target_alloc(N, dev);
    size_t volume[] = {10, 10}, from[] = {wrong, 0}, to[] = {0, 0}, shape[] = {10, 10};
    memset(text, 1, sizeof text);
    omp_target_memset_async(p, 2, N, dev, 0, NULL);
#pragma omp taskwait
    omp_target_memcpy_rect_async(text, p, 1, 2, volume, to, from, shape, shape, host, dev, 0, NULL); // fault: async_rows GC101
#pragma omp taskwait
    sum += text[3];
    omp_target_free(p, dev);
}
static void async_fill(int wrong)
{
    int dev = omp_get_default_device();
    char *p = omp_target_alloc(N, dev);
    omp_target_memset_async(p, 2, N + wrong, dev, 0, NULL); // fault: async_fill GC101
#pragma omp taskwait
    omp_target_free(p, dev);
}
static void async_stale(int wrong)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device();
    memset(text, 1, sizeof text);
#pragma omp target data map(to : text)
    {
        char *p = omp_get_mapped_ptr(text, dev);
#pragma omp target
        for (int i = 0; i < N; i++)
            text[i] = 3;
        omp_target_memcpy_async(text, p, wrong ? 50 : N, 0, 0, host, dev, 0, NULL);
#pragma omp taskwait
        sum += text[2];
        sum += text[70]; // fault: async_stale GC301
    }
}
static void async_brings(int wrong)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device(), n = 0;
#pragma omp target data map(tofrom : text)
    {
        char *p = omp_get_mapped_ptr(text, dev);
        text[2] = 7, text[70] = 7;
        omp_target_memcpy_async(p, text, wrong ? 50 : N, 0, 0, dev, host, 0, NULL);
#pragma omp taskwait
#pragma omp target map(tofrom : n)
        for (int i = 0; i < N; i++)
            n += text[i]; // fault: async_brings GC302
    }
}

#define CASES(C)                                                                                             \
    C(appended) C(appended_part) C(appended_local) C(no_end) C(device_stores) C(device_copies)              \
    C(device_reads) C(host_appends) C(host_reads_end) C(together) C(async_beyond) C(async_rows)             \
    C(async_fill) C(async_stale) C(async_brings)
#include "cases.h"

int main(int argc, char **argv)
{
    strcpy(more, "xyz");
    run_cases(argc, argv);
    return 0;
}
