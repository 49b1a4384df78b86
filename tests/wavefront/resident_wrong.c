// RUN: %not %gantry cc -ferror-limit=0 -c --offload-arch=emulated %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %not %gantry cc -ferror-limit=0 -c --offload-arch=emulated %s -o /dev/null 2>&1 | grep -c " error: " | grep -qx 33
/* Where teams that wait for each other would wait for ever, or nobody can tell: each is refused with its place. */
#include <math.h>
#include <omp.h>

#pragma omp declare target
int helper(int k);
static int half(int k) { return k / 2; }
static int steps(int k)
{
    int n = 0;
    while (k > 1) {
        k = half(k);
        n += fabs(k) > 0;
    }
    return k < 0 ? steps(-k) : n;
}
static int asks(int k) { return k + omp_get_team_num(); }
static int passes_on(int k) { return asks(k) + passes_on(k - 1); }
static int remembers(int k)
{
    static int all;
    return all += k;
}
static int unset_value(int k)
{
    int n;
    return k ? k : n;
}
#pragma omp end declare target

void conditions(int n, int *a, double *s, int choice)
{
    int m = n, copy = n;
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a[0:n], m) firstprivate(copy)
    {
        int k = 0, own = omp_get_team_num(), red = 1, same = omp_get_num_teams(), unset;
        // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'omp_get_team_num', which may differ among them; decide by values that all have: constants, values from before the region, results of '#pragma ompx barrier league reduction(…)' [GN0322]
        if (omp_get_team_num() == 0) {
            #pragma ompx barrier league
            // CHECK: :[[#@LINE-2]]:13: note: this may differ
        }
        // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: not all teams might come to this 'single league': line [[#@LINE+1]] decides by 'own'
        if (own > 1) {
            #pragma ompx single league
            a[0] = 1;
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        for (int i = 0; i < own; i++) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+2]] decides by what it reads from memory
        for (int i = 0; i < n; i++) {
            if (a[i])
                break;
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+2]] decides by 'm'
        for (int i = 0; i < n; i++) {
            if (m == i)
                continue;
            #pragma ompx barrier league
        }
        #pragma ompx single league
        k = 1;
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'k'
        while (k) {
            #pragma ompx barrier league
            k--;
        }
        // What is the same in all teams comes back by a reduction, but not before it.
        while (red < 10) {
            red += own;
            #pragma ompx barrier league reduction(max: red)
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+4]] decides by 'red'
        do {
            #pragma ompx barrier league
            red += own;
        } while (red < 20);
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'helper'
        if (helper(copy)) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        switch (own) {
        case 0:
            #pragma ompx barrier league
            break;
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        if (choice && own) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        own && ({
            #pragma ompx barrier league
            1;
        });
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        same = choice ? 1 : own ? 2 : ({
            #pragma ompx barrier league
            same;
        });
        // CHECK: error: not all teams might come to this 'single league': line [[#@LINE+1]] decides by 'own'
        int size = own ? 1 : ({
            #pragma ompx single league
            a[0] = 1;
            4;
        }), sized[own || ({
            // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE-1]] decides by 'own'
            #pragma ompx barrier league
            1;
        })];
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        if (({ same = 1; own; })) {
            #pragma ompx barrier league
        }
        // A value that a function computes from what all have is the same; not from what differs, nor one that it finds itself.
        if (steps(choice) > 1) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'own'
        if (steps(own)) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'passes_on'
        if (passes_on(choice)) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'remembers'
        if (remembers(choice)) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'unset_value'
        if (unset_value(choice)) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+3]] decides by 'own'
        switch (choice) {
        case 2:
            if (own)
                break;
            #pragma ompx barrier league
            break;
        case 3: // to which who leaves case 2 does not come
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+4]] decides by 'own'
        switch (choice) {
        case 2:
            red = 1;
            { if (own) { break; } }
        case 3:
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+9]] decides by 'turned'
        int turned = 0;
        switch (choice) {
        case 2:
            if (own)
                break;
            turned = 1;
            break;
        }
        if (turned) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+4]] decides by 'own'
        for (int i = 0; i < 3; i++) {
            switch (choice) {
            case 2:
                if (own)
                    break;
                continue;
            }
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+2]] decides by what it reads from memory
        int rows[own + 1];
        for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+2]] decides by what it reads from memory
        typedef int type[own + 1];
        if (sizeof(type) > 4) {
            #pragma ompx barrier league
        }
        // These teams all come.
        same = choice && ({
            #pragma ompx barrier league
            same = 1;
            same;
        });
        if (({ own = 3; own = choice; own; })) {
            #pragma ompx barrier league
        }
        own = omp_get_team_num();
        if (own)
            copy = 3;
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'copy'
        for (int i = 0; i < copy; i++) {
            #pragma ompx barrier league
        }
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'unset'
        if (unset) {
            #pragma ompx barrier league
        }
        double sum = 0;
        #pragma omp distribute parallel for reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += s[i];
        // CHECK: error: not all teams might come to this 'barrier league': line [[#@LINE+1]] decides by 'sum'
        if (sum > 1) {
            #pragma ompx barrier league
        }
        // All of these come to it.
        if (same > 1 && choice && sqrt(n) > 3) {
            #pragma ompx barrier league reduction(+: sum)
            for (int i = 0; sum > i; i++) {
                if (i == n)
                    break;
                #pragma ompx barrier league
            }
        }
    }
    (void)m;
}

void items(int n, int *a)
{
    int m = n, copy = n;
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a[0:n], m) firstprivate(copy)
    {
        int v[3] = {1, 2, 3};
        #pragma ompx barrier league reduction(+: v, copy)
        // CHECK: :[[#@LINE+1]]:50: error: 'm' is no variable of each team's own: declare one in the region, set it and reduce that [GN0323]
        #pragma ompx barrier league reduction(+: m)
        // CHECK: error: 'v[0:2]' is no variable of each team's own
        #pragma ompx barrier league reduction(+: v[0:2])
        // CHECK: error: 'a[0:2]' is no variable of each team's own
        #pragma ompx barrier league reduction(+: a[0:2])
        // CHECK: error: 'n' is no variable of each team's own
        #pragma ompx barrier league reduction(+: n)
    }
}

void jumps(int n)
{
    #pragma ompx resident
    #pragma omp target teams
    {
        // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: 'goto' in a region where teams wait for each other: nobody can tell whether all come to line [[#@LINE+3]] [GN0322]
        if (n)
            goto end;
        #pragma ompx barrier league
    end:;
    }
}
// CHECK-NOT: error:
