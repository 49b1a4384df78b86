/* task_sizes.h: taskloop SIZE, SIZE for a number of tasks or iterations; what came out is for the row's check_tasks. The first
 * iteration of a task, which finds first < 0, notes itself; count has its task's iterations there. */
enum { N = 37 };

static void check_tasks(int number, const int count[N], int tasks, int least, int most);

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int count[N], tasks, least, most;
    for (int k = 0; k < 4; k++) {
        int number = (int[]){1, 4, 10, 50}[k];
        int begun[N] = {0};
        for (int i = 0; i < N; i++)
            count[i] = 0;
#pragma omp target parallel num_threads(4) map(tofrom: count, begun)
#pragma omp single
        {
            int first = -1;
#pragma omp taskloop SIZE firstprivate(first)
            for (int i = 0; i < N; i++) {
                if (first < 0) {
                    first = i;
                    begun[i] = 1;
                }
                count[first]++;
            }
        }
        tasks = most = 0, least = N;
        for (int i = 0; i < N; i++)
            if (begun[i]) {
                tasks++;
                least = count[i] < least ? count[i] : least;
                most = count[i] > most ? count[i] : most;
            }
        check_tasks(number, count, tasks, least, most);
    }
    return check_end();
}
