// Rows behind tables of pointers, a[i][j] of `double **a`: parallel as long as rows are apart, which a test finds.
// RUN: %gantry annotate --explain %s | %FileCheck %s
// RUN: %gantry annotate --json %s | grep -F '"no two rows a[i] overlap"'
// RUN: %gantry annotate %s -o out.c && ! grep '^ *if (apart' out.c
// RUN: %gantry annotate --least-work=0 -w %s -o all.c && %gcc -w -fopenmp -foffload=disable -fsyntax-only all.c && %clang -w -fopenmp -fsyntax-only all.c
struct fluid { int cells; double *f[9], *g[9]; };
struct part { double x, *trail; struct part *next; };

void copy(int n, int m, double **a, double **b)
{
    // CHECK: tables.c:[[# @LINE + 5]]: parallel under a test: {{.*}} [GL201]
    // CHECK-NEXT: test b and a[i] do not overlap
    // CHECK-NEXT: test b[i] and a[i] do not overlap
    // CHECK: test no two rows a[i] overlap
    // CHECK: directive target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j];
}
double only_read(int n, int m, double **a)
{
    double s = 0;
    // CHECK: tables.c:[[# @LINE + 1]]: parallel: iterations meet in reductions alone [GL102]
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j];
    return s;
}
void from_the_row_before(int n, int m, double **a)
{
    // CHECK: tables.c:[[# @LINE + 2]]: serial: an iteration reads what another one wrote [GL301]
    // CHECK-NEXT: a[i - 1][j] and a[i][j], 1 iteration apart
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += a[i - 1][j];
}
void first_row(int n, int m, double **a)
{
    // CHECK: tables.c:[[# @LINE + 1]]: parallel under a test: {{.*}} [GL201]
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] -= a[0][j];
    // CHECK: tables.c:[[# @LINE + 1]]: serial: {{.*}} [GL301]
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] -= a[0][j];
}
static void set(double **a, int i, int j, double x) { a[i][j] = x; }
void one_by_a_function(int n, double **a)
{
    // CHECK: tables.c:[[# @LINE + 1]]: serial: {{.*}} [GL305]
    for (int i = 0; i < n; i++) {
        set(a, 3, i, 1);
        set(a, i, 0, 2);
    }
}
void rows_by_data(int n, const int *row, double **a)
{
    // CHECK: tables.c:[[# @LINE + 1]]: serial: what is stored to depends on data [GL306]
    for (int i = 0; i < n; i++)
        a[row[i]][0] = i;
}
void table_is_set(int n, double **a, double *block)
{
    // CHECK: tables.c:[[# @LINE + 1]]: serial: {{.*}} [GL305]
    for (int i = 0; i < n; i++) {
        a[i] = block;
        a[i][0] = i;
    }
}
void in_a_structure(struct fluid *s, double w)
{
    // CHECK: tables.c:[[# @LINE + 1]]: parallel under a test: {{.*}} [GL201]
    for (int c = 0; c < s->cells; c++)
        for (int q = 0; q < 9; q++)
            s->g[q][c] = s->f[q][c] * w;
    // CHECK: tables.c:[[# @LINE + 2]]: parallel under a test: {{.*}} [GL201]
    // CHECK: tables.c:[[# @LINE + 2]]: serial: an iteration reads what another one wrote [GL301]
    for (int c = 1; c < s->cells; c++)
        for (int q = 0; q < 9; q++)
            s->f[q][c] += s->f[0][c] * w + s->g[q][c - 1];
}
void three_levels(int n, double ***a)
{
    // CHECK: tables.c:[[# @LINE + 1]]: parallel under a test: {{.*}} [GL201]
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                a[i][j][k] = i + j * k;
}
void links(int n, struct part **p, struct part *all)
{
    // no rows: others may lead to the same
    // CHECK: tables.c:[[# @LINE + 1]]: serial: {{.*}} [GL305]
    for (int i = 0; i < n; i++)
        p[i]->x = i;
    // CHECK: tables.c:[[# @LINE + 1]]: serial: {{.*}} [GL305]
    for (int i = 0; i < n; i++)
        all[i].next->x = i;
    // CHECK: tables.c:[[# @LINE + 1]]: parallel under a test: {{.*}} [GL201]
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            all[i].trail[k] = all[i].x;
}
void own_table(int n, double *x, double *y)
{
    // the table is the iteration's own
    // CHECK: tables.c:[[# @LINE + 1]]: serial: {{.*}} [GL305]
    for (int i = 0; i < n; i++) {
        double *two[2] = {x, y};
        for (int k = 0; k < 2; k++)
            two[k][i] = k;
    }
}
