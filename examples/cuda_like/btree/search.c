/* search.c: the kernel. A team answers a batch of queries at once: SLOTS queries, ORDER + 1 threads for each, one per
 * child of a node. On each level one of them finds that its child holds the key and writes it where the others of
 * the query read it after the barrier. At the bottom they go along the leaves until the range ends. */
#include "find.h"
#include "team.h"

enum { SLOTS = 5, WIDTH = ORDER + 1, THREADS = SLOTS * WIDTH, MOST_TEAMS = 20 };

struct cursor {
    struct query query;
    struct answer answer;
    int node, next, done;
};

void search_on_device(const struct tree *t, long queries, const struct query *query, struct answer *answer)
{
    const struct node *node = t->node;
    const int nodes = t->nodes, root = t->root, height = t->height;
    const long batches = (queries + SLOTS - 1) / SLOTS;
    const int teams = batches < MOST_TEAMS ? (int)batches + 1 : MOST_TEAMS;

    TEAMS(teams, THREADS, map(to: node[0:nodes], query[0:queries]) map(from: answer[0:queries]))
    {
        struct cursor slot[SLOTS];
        int busy;
        THREADS_OF_TEAM(THREADS)
        FOR_TEAM(batch, batches)
        {
            FOR_THREAD(s, SLOTS)
            {
                const long q = batch * SLOTS + s;
                struct cursor *c = &slot[s];
                *c = (struct cursor){.query = {1, 0}, .node = root, .next = root, .done = 1};
                if (q >= queries || query[q].high < query[q].low)
                    continue;
                c->query = query[q];
                c->done = 0;
            }
            BARRIER

            for (int level = 0; level < height; level++) {
                FOR_THREAD(i, THREADS)
                {
                    struct cursor *c = &slot[i / WIDTH];
                    if (c->done)
                        continue;
                    const struct node *n = &node[c->node];
                    if (child_holds(n, i % WIDTH, c->query.low))
                        c->next = n->child[i % WIDTH];
                }
                BARRIER
                FOR_THREAD(s, SLOTS)
                    slot[s].node = slot[s].next;
                BARRIER
            }

            do { /* a leaf for each query that is not done */
                if (omp_get_thread_num() == 0)
                    busy = 0;
                BARRIER
                FOR_THREAD(i, THREADS)
                {
                    struct cursor *c = &slot[i / WIDTH];
                    const struct node *n = &node[c->node];
                    const int k = i % WIDTH;
                    if (c->done || k >= n->keys || !in_range(n->key[k], &c->query))
                        continue;
                    ATOMIC
                    c->answer.found++;
                    ATOMIC
                    c->answer.sum += n->child[k];
                }
                BARRIER
                FOR_THREAD(s, SLOTS)
                {
                    struct cursor *c = &slot[s];
                    const struct node *n = &node[c->node];
                    if (c->done)
                        continue;
                    if (n->next < 0 || (n->keys && n->key[n->keys - 1] >= c->query.high)) {
                        c->done = 1;
                        continue;
                    }
                    c->node = n->next;
                    ATOMIC
                    busy++;
                }
                BARRIER
                int goes_on;
                OMP(omp atomic read)
                goes_on = busy;
                BARRIER
                if (!goes_on)
                    break;
            } while (1);

            FOR_THREAD(s, SLOTS)
            {
                const long q = batch * SLOTS + s;
                if (q < queries)
                    answer[q] = slot[s].answer;
            }
            BARRIER
        }
    }
}
