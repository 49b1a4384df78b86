// RUN: %gantry cc -fopenacc -Wall -Wextra -Werror -fsyntax-only %s
// RUN: for f in %S/*/*.c; do %gantry cc -fopenacc -Wall -Wextra -Werror -Wno-gantry-level-unused -fsyntax-only -I%src/tests/run $f || exit 1; done
// LABELS: all
// TIMEOUT: 600
/* Nothing is warned of in legal code: variables of lines of OpenACC are used. A row is about levels that are not. */
int f(int *a)
{
    int n = 3, on = 1;
#pragma acc parallel loop copy(a[0:10]) num_gangs(n) if (on)
    for (int i = 0; i < 10; i++)
        a[i]++;
    return a[1];
}
