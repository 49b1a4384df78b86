/* behind_gate.h: target nowait depend(TYPE: x) after a task with depend(EARLIER: x). The region begins after that task,
 * whose detached event only the code after the region fulfils. */
int main(int argc, char **argv)
{
    enum { N = 1001 };
    static int a[N], seen[N];
    int x = 0, after = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(EARLIER: x)
    {
    }
#pragma omp target teams distribute parallel for nowait depend(TYPE: x) map(tofrom: a) map(from: seen)
    for (int i = 0; i < N; i++) {
        seen[i] = a[i];
        a[i] += 1;
    }
#pragma omp task depend(inout: x) shared(after)
    after = a[N - 1];
    for (int i = 0; i < N; i++)
        a[i] = i + 5;
    omp_fulfill_event(gate);
#pragma omp taskwait
    CHECK_INT(after, N + 5, "a host task that comes after the region");
    for (int i = 0; i < N; i++) {
        CHECK_INT(seen[i], i + 5, "seen[%d]", i);
        CHECK_INT(a[i], i + 6, "a[%d]", i);
    }
    return check_end();
}
