/* moments_kernel.h: the text of a kernel, included where a function wants it. Expects `pixel`, `pixels`, `total` and
 * MOMENTS_THREADS: the moments of the pixels are added to *total. Each team reduces its threads' parts in its own
 * memory, the upper half of what is left onto the lower half, whatever the number of threads is. */
{
    struct moments part[MOMENTS_THREADS];
    THREADS_OF_TEAM(MOMENTS_THREADS)
    {
        const int t = omp_get_thread_num(), threads = omp_get_num_threads();
        struct moments own = {0, 0, 2, -1};
        for (long i = (long)omp_get_team_num() * threads + t; i < pixels; i += (long)omp_get_num_teams() * threads) {
            const float v = pixel[i];
            own.sum += v;
            own.squares += (double)v * v;
            if (v < own.lowest)
                own.lowest = v;
            if (v > own.highest)
                own.highest = v;
        }
        part[t] = own;
        BARRIER
        for (int left = threads; left > 1; left = (left + 1) / 2) {
            const int half = (left + 1) / 2;
            if (t + half < left) {
                const struct moments *other = &part[t + half];
                part[t].sum += other->sum;
                part[t].squares += other->squares;
                if (other->lowest < part[t].lowest)
                    part[t].lowest = other->lowest;
                if (other->highest > part[t].highest)
                    part[t].highest = other->highest;
            }
            BARRIER
        }
        if (t == 0) {
            const float lowest = part[0].lowest, highest = part[0].highest;
            ATOMIC
            total->sum += part[0].sum;
            ATOMIC
            total->squares += part[0].squares;
            OMP(omp atomic compare)
            if (lowest < total->lowest) {
                total->lowest = lowest;
            }
            OMP(omp atomic compare)
            if (highest > total->highest) {
                total->highest = highest;
            }
        }
    }
}
