/* newer.c: functions that CUDA 13 has in another shape, under names that end with a version: edges of graphs have data,
 * of which there is none here but zeros, and contexts are made with a structure. */
#include "driver.h"

#include <string.h>

struct edge_data { /* CUgraphEdgeData: which parts of two nodes wait for each other */
    uint8_t from_port, to_port, type, reserved[5];
};

static int plain(const struct edge_data *e, size_t n)
{
    static const struct edge_data none;
    for (size_t k = 0; e && k < n; k++)
        NEED(!memcmp(&e[k], &none, sizeof none), SG_NOT_SUPPORTED);
    return SG_OK;
}

static int no_data(int code, struct edge_data *e, size_t n)
{
    if (!code && e)
        memset(e, 0, n * sizeof *e);
    return code;
}

API int cuGraphAddDependencies_v2(struct graph *g, struct node *const *from, struct node *const *to,
                                  const struct edge_data *e, size_t n)
{
    TRY(plain(e, n));
    return cuGraphAddDependencies(g, from, to, n);
}

API int cuGraphRemoveDependencies_v2(struct graph *g, struct node *const *from, struct node *const *to,
                                     const struct edge_data *e, size_t n)
{
    TRY(plain(e, n));
    return cuGraphRemoveDependencies(g, from, to, n);
}

API int cuGraphGetEdges_v2(const struct graph *g, struct node **from, struct node **to, struct edge_data *e, size_t *n)
{
    return no_data(cuGraphGetEdges(g, from, to, n), e, n ? *n : 0);
}

API int cuGraphNodeGetDependencies_v2(const struct node *m, struct node **out, struct edge_data *e, size_t *n)
{
    return no_data(cuGraphNodeGetDependencies(m, out, n), e, n ? *n : 0);
}

API int cuGraphNodeGetDependentNodes_v2(const struct node *m, struct node **out, struct edge_data *e, size_t *n)
{
    return no_data(cuGraphNodeGetDependentNodes(m, out, n), e, n ? *n : 0);
}

API int cuStreamUpdateCaptureDependencies_v2(struct stream *s, struct node *const *after, const struct edge_data *e,
                                             size_t n, unsigned flags)
{
    TRY(plain(e, n));
    return cuStreamUpdateCaptureDependencies(s, after, n, flags);
}

/* params: parts of a device, and CIG */
API int cuCtxCreate_v4(struct context **c, const void *params, unsigned flags, int d)
{
    NEED(!params, SG_NOT_SUPPORTED);
    return cuCtxCreate_v2(c, flags, d);
}
