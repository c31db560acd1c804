/* api_graph_node.cpp - graphs made node by node: nodes, what they need, their parameters. */
#include "graph.h"

#include <algorithm>
#include <set>
#include <string.h>

/* ---- Kernels by address ---- */

static void launch_describe(struct ss_launch *launch, const struct cudaKernelNodeParams *p,
                            const void *site)
{
    *launch = {};
    launch->name = "";
    const dim3 &grid = p->gridDim, &block = p->blockDim;
    launch->grid[0] = grid.x, launch->grid[1] = grid.y, launch->grid[2] = grid.z;
    launch->block[0] = block.x, launch->block[1] = block.y, launch->block[2] = block.z;
    launch->dynamic_bytes = p->sharedMemBytes;
    launch->kernel = p->func;
    launch->site = site;
}

/* The arguments' values come to lie each at a multiple of 16 bytes. */
void graph_set_kernel(struct graph_work *work, const struct ss_known *known,
                      const struct ss_launch *launch, void **list)
{
    size_t bytes = 0;
    work->kind = GRAPH_KERNEL;
    work->launch = *launch;
    for (unsigned i = 0; i < known->count; i++)
        bytes += (known->bytes[i] + 15) / 16 * 16;
    work->arguments.assign(bytes, 0);
    bytes = 0;
    for (unsigned i = 0; i < known->count; i++) {
        memcpy(work->arguments.data() + bytes, list[i], known->bytes[i]);
        bytes += (known->bytes[i] + 15) / 16 * 16;
    }
}

std::vector<void *> graph_arguments(const struct graph_work *work)
{
    const struct ss_known *known = ss_kernel_find(work->launch.kernel);
    std::vector<void *> list;
    char *at = (char *)work->arguments.data();
    for (unsigned i = 0; i < known->count; i++) {
        list.push_back(at);
        at += (known->bytes[i] + 15) / 16 * 16;
    }
    return list;
}

/* ---- Parameters ---- */

static cudaError_t set_kernel(struct graph_work *work, const struct cudaKernelNodeParams *p,
                              const void *site)
{
    if (!p || !p->func) return cudaErrorInvalidValue;
    const struct ss_known *known = ss_kernel_find(p->func);
    if (!known) return cudaErrorInvalidDeviceFunction;
    if (known->count && !p->kernelParams) return cudaErrorInvalidValue;
    struct ss_launch launch;
    launch_describe(&launch, p, site);
    if (ss_launch_validate(&launch, 0)) return cudaErrorInvalidValue;
    graph_set_kernel(work, known, &launch, p->kernelParams);
    return cudaSuccess;
}

static cudaError_t set_copy_3d(struct graph_work *work, const struct cudaMemcpy3DParms *p,
                               const void *)
{
    if (!p) return cudaErrorInvalidValue;
    work->kind = GRAPH_COPY_3D;
    work->copy_3d = *p;
    return cudaSuccess;
}

struct copy_1d {
    void *to;
    const void *from;
    size_t bytes;
    enum cudaMemcpyKind kind;
};

static cudaError_t set_copy(struct graph_work *work, const struct copy_1d *copy, const void *)
{
    enum cudaMemcpyKind kind = copy->kind;
    if (copy->bytes == 0) return cudaErrorInvalidValue;
    cudaError_t error = api_copy_check(copy->to, copy->bytes, copy->from, copy->bytes, &kind);
    if (error != cudaSuccess) return error;
    work->kind = GRAPH_COPY;
    work->to = copy->to;
    work->from = copy->from;
    work->bytes = copy->bytes;
    work->direction = kind;
    return cudaSuccess;
}

static cudaError_t set_fill(struct graph_work *work, const struct cudaMemsetParams *p, const void *)
{
    if (!p || !p->dst || !p->width || !p->height) return cudaErrorInvalidValue;
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
        return cudaErrorInvalidValue;
    work->kind = GRAPH_SET;
    work->set = *p;
    return cudaSuccess;
}

static cudaError_t set_host(struct graph_work *work, const struct cudaHostNodeParams *p,
                            const void *)
{
    if (!p || !p->fn) return cudaErrorInvalidValue;
    work->kind = GRAPH_HOST;
    work->host = *p;
    return cudaSuccess;
}

/* ---- Nodes ---- */

static enum cudaGraphNodeType type_of(const struct graph_work *work)
{
    static const enum cudaGraphNodeType TYPES[] = {
        [GRAPH_LAUNCH] = cudaGraphNodeTypeKernel,      [GRAPH_KERNEL] = cudaGraphNodeTypeKernel,
        [GRAPH_COPY] = cudaGraphNodeTypeMemcpy,        [GRAPH_COPY_3D] = cudaGraphNodeTypeMemcpy,
        [GRAPH_SET] = cudaGraphNodeTypeMemset,         [GRAPH_HOST] = cudaGraphNodeTypeHost,
        [GRAPH_CHILD] = cudaGraphNodeTypeGraph,        [GRAPH_EMPTY] = cudaGraphNodeTypeEmpty,
        [GRAPH_RECORD] = cudaGraphNodeTypeEventRecord, [GRAPH_WAIT] = cudaGraphNodeTypeWaitEvent,
    };
    return TYPES[work->kind];
}

static struct graph_work *own_work(cudaGraphNode_t node)
{
    return graph_alive(node) ? &node->work : nullptr;
}

static bool has(cudaGraph_t graph, cudaGraphNode_t node)
{
    return graph_alive(node) && node->graph == graph;
}

/* Adds a node that does `work` behind `needs`. */
static cudaError_t add(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *needs,
                       size_t count, const struct graph_work *work)
{
    if (!out || !graph_alive(graph) || (count && !needs)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (!has(graph, needs[i])) return cudaErrorInvalidValue;
    if (std::set<cudaGraphNode_t>(needs, needs + count).size() != count)
        return cudaErrorInvalidValue; /* twice the same */
    cudaGraphNode_t node = graph_add(graph, work->kind);
    node->work = *work;
    node->needs.assign(needs, needs + count);
    *out = node;
    return cudaSuccess;
}

/* Whether `node` comes after `other` already. */
static bool follows(cudaGraphNode_t node, cudaGraphNode_t other)
{
    std::vector<cudaGraphNode_t> found = {node}; /* in whose needs to look */
    std::set<cudaGraphNode_t> seen = {node};
    while (!found.empty()) {
        cudaGraphNode_t next = found.back();
        if (next == other) return true;
        found.pop_back();
        for (cudaGraphNode_t need : next->needs)
            if (seen.insert(need).second) found.push_back(need);
    }
    return false;
}

static bool needs_already(cudaGraphNode_t node, cudaGraphNode_t other)
{
    return std::find(node->needs.begin(), node->needs.end(), other) != node->needs.end();
}

/* As many as fit are written; *count becomes how many there are. */
static void give_nodes(const std::vector<cudaGraphNode_t> &found, cudaGraphNode_t *nodes,
                       size_t *count)
{
    for (size_t i = 0; nodes && i < *count; i++)
        nodes[i] = i < found.size() ? found[i] : nullptr;
    if (!nodes || *count > found.size()) *count = found.size();
}

#define ADD_WITH(name, set, parameters)                                                            \
    API_ENTER(name);                                                                               \
    struct graph_work work;                                                                        \
    cudaError_t error = set(&work, parameters, api_site);                                          \
    API_RETURN(error ? error : add(node, graph, needs, count, &work))

/* A node's own parameters are for graphs that are instantiated later, an instance's for itself.
 * What it does stays of its type. */
#define SET_WITH(name, type, set, work, parameters)                                                \
    API_ENTER(name);                                                                               \
    struct graph_work *const at = work;                                                            \
    API_RETURN(at &&type_of(at) == cudaGraphNodeType##type ? set(at, parameters, api_site)         \
                                                           : cudaErrorInvalidValue)

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    API_ENTER("cudaGraphCreate");
    if (!graph || flags) API_FAIL(cudaErrorInvalidValue);
    *graph = new CUgraph_st();
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    API_ENTER("cudaGraphClone");
    if (!clone || !graph_alive(graph)) API_FAIL(cudaErrorInvalidValue);
    *clone = graph_copy(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *needs, size_t count,
                                   const struct cudaKernelNodeParams *parameters)
{
    ADD_WITH("cudaGraphAddKernelNode", set_kernel, parameters);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *needs, size_t count,
                                   const struct cudaMemcpy3DParms *parameters)
{
    ADD_WITH("cudaGraphAddMemcpyNode", set_copy_3d, parameters);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *needs, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    struct copy_1d copy = {to, from, bytes, kind};
    ADD_WITH("cudaGraphAddMemcpyNode1D", set_copy, &copy);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *needs, size_t count,
                                   const struct cudaMemsetParams *parameters)
{
    ADD_WITH("cudaGraphAddMemsetNode", set_fill, parameters);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *needs, size_t count,
                                 const struct cudaHostNodeParams *parameters)
{
    ADD_WITH("cudaGraphAddHostNode", set_host, parameters);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *needs, size_t count,
                                       cudaGraph_t child)
{
    API_ENTER("cudaGraphAddChildGraphNode");
    if (!graph_alive(child)) API_FAIL(cudaErrorInvalidValue);
    struct graph_work work;
    work.kind = GRAPH_CHILD;
    work.child.reset(graph_copy(child));
    API_RETURN(add(node, graph, needs, count, &work));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *needs, size_t count)
{
    API_ENTER("cudaGraphAddEmptyNode");
    struct graph_work work;
    API_RETURN(add(node, graph, needs, count, &work));
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *needs, size_t count,
                                        cudaEvent_t event)
{
    API_ENTER("cudaGraphAddEventRecordNode");
    if (!event) API_FAIL(cudaErrorInvalidValue);
    struct graph_work work;
    work.kind = GRAPH_RECORD;
    work.event = event;
    API_RETURN(add(node, graph, needs, count, &work));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *needs, size_t count, cudaEvent_t event)
{
    API_ENTER("cudaGraphAddEventWaitNode");
    if (!event) API_FAIL(cudaErrorInvalidValue);
    struct graph_work work;
    work.kind = GRAPH_WAIT;
    work.event = event;
    API_RETURN(add(node, graph, needs, count, &work));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    API_ENTER("cudaGraphDestroyNode");
    if (!graph_alive(node)) API_FAIL(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> &nodes = node->graph->nodes;
    nodes.erase(std::find(nodes.begin(), nodes.end(), node));
    for (cudaGraphNode_t other : nodes)
        other->needs.erase(std::remove(other->needs.begin(), other->needs.end(), node),
                           other->needs.end());
    delete node;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p)
{
    API_ENTER("cudaGraphKernelNodeGetParams");
    if (!graph_alive(node) || !p) API_FAIL(cudaErrorInvalidValue);
    struct graph_work *work = &node->work;
    if (work->kind == GRAPH_LAUNCH) API_FAIL(cudaErrorNotSupported); /* its address is not known */
    if (work->kind != GRAPH_KERNEL) API_FAIL(cudaErrorInvalidValue);
    work->list = graph_arguments(work);
    const unsigned *grid = work->launch.grid, *block = work->launch.block;
    p->func = (void *)work->launch.kernel;
    p->gridDim = dim3(grid[0], grid[1], grid[2]);
    p->blockDim = dim3(block[0], block[1], block[2]);
    p->sharedMemBytes = (unsigned)work->launch.dynamic_bytes;
    p->kernelParams = work->list.data();
    p->extra = nullptr;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *p)
{
    SET_WITH("cudaGraphKernelNodeSetParams", Kernel, set_kernel, own_work(node), p);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *p)
{
    SET_WITH("cudaGraphMemcpyNodeSetParams", Memcpy, set_copy_3d, own_work(node), p);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p)
{
    SET_WITH("cudaGraphMemsetNodeSetParams", Memset, set_fill, own_work(node), p);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p)
{
    SET_WITH("cudaGraphHostNodeSetParams", Host, set_host, own_work(node), p);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *p)
{
    SET_WITH("cudaGraphExecKernelNodeSetParams", Kernel, set_kernel, graph_exec_work(exec, node),
             p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p)
{
    SET_WITH("cudaGraphExecMemcpyNodeSetParams", Memcpy, set_copy_3d, graph_exec_work(exec, node),
             p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    struct copy_1d copy = {to, from, bytes, kind};
    SET_WITH("cudaGraphExecMemcpyNodeSetParams1D", Memcpy, set_copy, graph_exec_work(exec, node),
             &copy);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p)
{
    SET_WITH("cudaGraphExecMemsetNodeSetParams", Memset, set_fill, graph_exec_work(exec, node), p);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p)
{
    SET_WITH("cudaGraphExecHostNodeSetParams", Host, set_host, graph_exec_work(exec, node), p);
}

/* ---- Questions ---- */

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    API_ENTER("cudaGraphNodeGetType");
    if (!graph_alive(node) || !type) API_FAIL(cudaErrorInvalidValue);
    *type = type_of(&node->work);
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    API_ENTER("cudaGraphGetNodes");
    if (!graph_alive(graph) || !count) API_FAIL(cudaErrorInvalidValue);
    give_nodes(graph->nodes, nodes, count);
    return cudaSuccess;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    API_ENTER("cudaGraphGetRootNodes");
    if (!graph_alive(graph) || !count) API_FAIL(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> roots;
    for (cudaGraphNode_t node : graph->nodes)
        if (node->needs.empty()) roots.push_back(node);
    give_nodes(roots, nodes, count);
    return cudaSuccess;
}

cudaError_t ss_graph_edges_add(cudaGraph_t graph, const cudaGraphNode_t *from,
                               const cudaGraphNode_t *to, size_t count)
{
    API_ENTER("cudaGraphAddDependencies");
    if (!graph_alive(graph) || (count && (!from || !to))) API_FAIL(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (!has(graph, from[i]) || !has(graph, to[i])) API_FAIL(cudaErrorInvalidValue);
        if (needs_already(to[i], from[i]) || follows(from[i], to[i])) /* there already; a circle */
            API_FAIL(cudaErrorInvalidValue);
        to[i]->needs.push_back(from[i]);
    }
    return cudaSuccess;
}

cudaError_t ss_graph_edges_get(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                               size_t *count)
{
    API_ENTER("cudaGraphGetEdges");
    if (!graph_alive(graph) || !count) API_FAIL(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> starts, ends;
    for (cudaGraphNode_t node : graph->nodes)
        for (cudaGraphNode_t need : node->needs) {
            starts.push_back(need);
            ends.push_back(node);
        }
    size_t again = *count;
    give_nodes(starts, from, count);
    give_nodes(ends, to, &again);
    return cudaSuccess;
}

cudaError_t ss_graph_needs_get(cudaGraphNode_t node, cudaGraphNode_t *needs, size_t *count)
{
    API_ENTER("cudaGraphNodeGetDependencies");
    if (!graph_alive(node) || !count) API_FAIL(cudaErrorInvalidValue);
    give_nodes(node->needs, needs, count);
    return cudaSuccess;
}
}
