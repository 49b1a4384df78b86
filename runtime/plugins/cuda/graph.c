/* graph.c: launches, each after some before it, as a graph of the driver's. */
#include <stdlib.h>

#include "cuda.h"

struct made {
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[];
};

static bool driver_has_graphs(void)
{
    return gantry_cu.cuGraphCreate && gantry_cu.cuGraphDestroy && gantry_cu.cuGraphAddKernelNode &&
           gantry_cu.cuGraphInstantiateWithFlags && gantry_cu.cuGraphExecKernelNodeSetParams &&
           gantry_cu.cuGraphExecDestroy && gantry_cu.cuGraphLaunch;
}

static int params_of(struct gantry_device *d, const struct gantry_planned *p, struct cu_kernel_params *out,
                     struct gantry_err *err)
{
    struct cu_asked a;
    if (gantry_cu_ask(d, p->kernel, p->grid, p->arg_sizes, &a, err))
        return -1;
    *out = (struct cu_kernel_params){.function = a.function,
                                     .grid_x = p->grid->teams,
                                     .grid_y = 1,
                                     .grid_z = 1,
                                     .block_x = a.block,
                                     .block_y = 1,
                                     .block_z = 1,
                                     .shared = p->grid->dynamic_shared,
                                     .params = p->args};
    return 0;
}

/* before: room for all nodes */
static int add_node(struct gantry_device *d, struct made *m, const struct gantry_planned *plan, uint32_t i,
                    CUgraphNode *before, struct gantry_err *err)
{
    struct cu_kernel_params p;
    for (uint32_t k = 0; k < plan[i].nafter; k++)
        before[k] = m->nodes[plan[i].after[k]];
    if (params_of(d, &plan[i], &p, err))
        return -1;
    return gantry_cu_check(gantry_cu.cuGraphAddKernelNode(&m->nodes[i], m->graph, before, plan[i].nafter, &p),
                           "adding a launch to a graph", err);
}

static int add_nodes(struct gantry_device *d, struct made *m, const struct gantry_planned *plan, uint32_t n,
                     struct gantry_err *err)
{
    CUgraphNode *before = malloc(n * sizeof *before);
    int rc = before ? 0 : gantry_cu_error(err, 0, "out of host memory");
    for (uint32_t i = 0; rc == 0 && i < n; i++)
        rc = add_node(d, m, plan, i, before, err);
    free(before);
    if (rc)
        return -1;
    return gantry_cu_check(gantry_cu.cuGraphInstantiateWithFlags(&m->exec, m->graph, 0), "making a graph", err);
}

static void destroy(struct made *m)
{
    if (m->exec)
        gantry_cu.cuGraphExecDestroy(m->exec);
    if (m->graph)
        gantry_cu.cuGraphDestroy(m->graph);
    free(m);
}

static int make(struct gantry_device *d, void **graph, const struct gantry_planned *plan, uint32_t n,
                struct gantry_err *err)
{
    struct made *m = calloc(1, sizeof *m + n * sizeof *m->nodes);
    if (!m)
        return gantry_cu_error(err, 0, "out of host memory");
    if (gantry_cu_check(gantry_cu.cuGraphCreate(&m->graph, 0), "making a graph", err) ||
        add_nodes(d, m, plan, n, err)) {
        destroy(m);
        return -1;
    }
    *graph = m;
    return 0;
}

static int change(struct gantry_device *d, struct made *m, const struct gantry_planned *plan, uint32_t n,
                  struct gantry_err *err)
{
    for (uint32_t i = 0; i < n; i++) {
        struct cu_kernel_params p;
        if (plan[i].changed && (params_of(d, &plan[i], &p, err) ||
                                gantry_cu_check(gantry_cu.cuGraphExecKernelNodeSetParams(m->exec, m->nodes[i], &p),
                                                "changing a launch of a graph", err)))
            return -1;
    }
    return 0;
}

int gantry_cu_launch_graph(struct gantry_device *d, void **graph, const struct gantry_planned *plan, uint32_t n,
                           bool changed, struct gantry_err *err)
{
    CUstream stream;
    int rc = 0;
    if (!driver_has_graphs())
        return 0;
    if (gantry_cu_enter(d, err))
        return -1;
    if (!*graph)
        rc = make(d, graph, plan, n, err);
    else if (changed)
        rc = change(d, *graph, plan, n, err);
    if (rc == 0)
        rc = gantry_cu_stream(d, &stream, err);
    if (rc == 0)
        rc = gantry_cu_check(gantry_cu.cuGraphLaunch(((struct made *)*graph)->exec, stream), "launching a graph", err);
    if (rc == 0)
        rc = gantry_cu_check(gantry_cu.cuStreamSynchronize(stream), "running a graph", err);
    gantry_cu_leave();
    return rc;
}

void gantry_cu_drop_graph(struct gantry_device *d, void *graph)
{
    struct gantry_err ignored;
    if (gantry_cu_enter(d, &ignored))
        return;
    destroy(graph);
    gantry_cu_leave();
}
