// Further orders of threads in which the program ends otherwise than in the first run: the sum says so.
// RUN: cd %T && rm -f once && (%gantry check %s -lpthread 2>&1 || true) | grep "5 orders of threads were tried, of which 4 ended with status 7, otherwise than the first: no target"
// RUN: cd %T && (%gantry check %s -lpthread -- again 2>&1 || true) | grep "5 orders of threads were tried: no target"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int in_use;
int object;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *uses(void *p)
{
    for (int mine = 0; !mine;) {
        pthread_mutex_lock(&m);
        if (!in_use)
            in_use = mine = 1;
        pthread_mutex_unlock(&m);
        if (!mine)
            sched_yield();
    }
    object++;
    pthread_mutex_lock(&m);
    in_use = 0;
    pthread_mutex_unlock(&m);
    return p;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1 && open("once", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0)
        return 7;
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, uses, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
