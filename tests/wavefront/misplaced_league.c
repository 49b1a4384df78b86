// RUN: %not %gantry cc -c --offload-arch=emulated %s -o /dev/null 2>&1 | %FileCheck %s
void host(void)
{
    // CHECK: :[[#@LINE+1]]:18: error: 'barrier league' must stand directly in a 'target teams' construct [GN0320]
    #pragma ompx barrier league
}

#pragma omp declare target
void function(int *p)
{
    // CHECK: :[[#@LINE+1]]:18: error: 'single league' may not stand in a function: not all teams may call 'function'; put it into the region that calls it [GN0320]
    #pragma ompx single league
    p[0] = 1;
}
#pragma omp end declare target

int regions(int n, int *a)
{
    #pragma omp target teams map(tofrom: a[0:n])
    {
        // CHECK: :[[#@LINE+1]]:22: error: 'barrier league' waits for teams that may not run at the same time: write '#pragma ompx resident' in front of the 'target teams' construct [GN0321]
        #pragma ompx barrier league
        // CHECK: :[[#@LINE-4]]:5: note: of this region
    }
    #pragma omp target map(tofrom: a[0:n])
    {
        // CHECK: error: 'barrier league' must stand directly in a 'target teams' construct, not in 'target': not all teams might come to it [GN0320]
        #pragma ompx barrier league
    }
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a[0:n])
    {
        #pragma omp parallel
        {
            // CHECK: error: 'barrier league' must stand directly in a 'target teams' construct, not in 'parallel': not all teams might come to it [GN0320]
            #pragma ompx barrier league
            // CHECK: error: 'single league' must stand directly in a 'target teams' construct, not in 'critical': not all teams might come to it [GN0320]
            #pragma omp critical
            {
                #pragma ompx single league
                a[0] = 1;
            }
        }
        #pragma omp distribute
        for (int i = 0; i < n; i++) {
            // CHECK: error: 'barrier league' must stand directly in a 'target teams' construct, not in 'distribute': not all teams might come to it [GN0320]
            #pragma ompx barrier league
        }
        #pragma omp distribute parallel for
        for (int i = 0; i < n; i++) {
            // CHECK: error: 'barrier league' must stand directly in a 'target teams' construct, not in 'distribute parallel for': not all teams might come to it [GN0320]
            #pragma ompx barrier league
        }
        #pragma ompx single league
        {
            // CHECK: error: 'barrier league' must stand directly in a 'target teams' construct, not in 'single league': the other teams wait meanwhile [GN0320]
            #pragma ompx barrier league
            // CHECK: error: 'distribute' may not stand in 'single league': {{.*}} [GN0301]
            #pragma omp distribute
            for (int i = 0; i < n; i++)
                a[i] = i;
        }
        // CHECK: error: 'barrier league' does not take the clause 'nowait' [GN0202]
        #pragma ompx barrier league nowait
        // CHECK: error: 'single league' does not take the clause 'reduction' [GN0202]
        #pragma ompx single league reduction(+: n)
        a[0] = 1;
    }
    // CHECK: error: '#pragma ompx resident' must stand directly in front of a target teams construct [GN0112]
    #pragma ompx resident
    #pragma omp target
    a[0] = 1;
    // CHECK: :[[#@LINE+2]]:30: error: 'resident' gives no more teams than run at the same time, which may be fewer than the lower bound of 'num_teams': give the upper bound alone [GN0324]
    #pragma ompx resident
    #pragma omp target teams num_teams(2: 8)
    a[0] = 1;
    // CHECK: error: expected the end of the line, found '3' [GN0105]
    #pragma ompx resident 3
    #pragma omp target teams
    a[0] = 1;
    return n;
}
