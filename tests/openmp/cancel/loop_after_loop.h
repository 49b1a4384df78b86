/* loop_after_loop.h: cancel for with loops of a SCHEDULE. Loop after loop: each is cancelled anew, and the others are not. */
enum { N = 3000 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int done = 0, on = 0, after = 0, threads = 0, whole = 0;
#pragma omp target map(tofrom: done, on, after, threads, whole)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(6)
        for (int again = 0; again < 9; again++) {
#pragma omp for schedule(SCHEDULE)
            for (int i = 0; i < N; i++) {
#pragma omp atomic
                done++;
#pragma omp cancel for
            }
#pragma omp atomic
            after++;
#pragma omp for schedule(SCHEDULE)
            for (int i = 0; i < N; i++) {
#pragma omp atomic
                whole++;
            }
#pragma omp single
            threads = omp_get_num_threads();
        }
    }
    CHECK_INT(after, 9 * threads, "threads behind the loops");
    CHECK_INT(whole, 9 * N, "the loops behind");
    CHECK(on ? done >= 9 && done <= 9 * threads : done == 9 * N, "%d iterations of %d threads", done, threads);
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
