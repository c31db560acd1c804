/* graph.h - what the files about CUDA graphs (api_graph.cpp, api_graph_node.cpp) share. */
#ifndef SYNCSTEP_EMULATOR_GRAPH_H
#define SYNCSTEP_EMULATOR_GRAPH_H

#include "api.h"

#include <memory>
#include <vector>

enum graph_kind {
    GRAPH_LAUNCH, /* of a captured stream: what to call is known, the kernel's address is not */
    GRAPH_KERNEL, /* by address, with a list of arguments */
    GRAPH_COPY,
    GRAPH_COPY_3D,
    GRAPH_SET,
    GRAPH_HOST,
    GRAPH_CHILD,
    GRAPH_EMPTY,
    GRAPH_RECORD,
    GRAPH_WAIT,
};

/* Programs keep handles of what they destroyed: those that are alive are known. */
struct graph_handle {
    graph_handle();
    graph_handle(const graph_handle &) = delete;
    ~graph_handle();
};
bool graph_alive(const void *handle);

/* What a node does. A value: an instantiated graph has copies. */
struct graph_work {
    enum graph_kind kind = GRAPH_EMPTY;
    struct ss_launch launch = {};   /* of both kinds; arguments and pointers are set when it runs */
    std::vector<char> arguments;    /* bytes behind launch.arguments, or all listed ones */
    std::vector<uint64_t> pointers; /* of GRAPH_LAUNCH */
    std::vector<void *> list;       /* of GRAPH_KERNEL, for those who ask: into `arguments` */
    struct cudaMemcpy3DParms copy_3d = {};
    void *to = nullptr; /* of copies */
    const void *from = nullptr;
    size_t bytes = 0;
    enum cudaMemcpyKind direction = cudaMemcpyDefault;
    struct cudaMemsetParams set = {};
    struct cudaHostNodeParams host = {};
    std::shared_ptr<struct CUgraph_st> child; /* the node's own, which nothing changes */
    cudaEvent_t event = nullptr;
};

struct CUgraphNode_st : graph_handle {
    cudaGraph_t graph;
    struct graph_work work;
    std::vector<cudaGraphNode_t> needs;
};

struct CUgraph_st : graph_handle {
    std::vector<cudaGraphNode_t> nodes; /* its own, in the order of their making */

    ~CUgraph_st()
    {
        for (cudaGraphNode_t node : nodes)
            delete node;
    }
};

/* A new node behind the graph's others. */
cudaGraphNode_t graph_add(cudaGraph_t graph, enum graph_kind kind);
/* The nodes so that each comes after those it needs, else in the order of their making. */
std::vector<cudaGraphNode_t> graph_order(cudaGraph_t graph);
cudaGraph_t graph_copy(cudaGraph_t graph);
/* What a GRAPH_KERNEL does: the values that `list` points to are copied. */
void graph_set_kernel(struct graph_work *work, const struct ss_known *known,
                      const struct ss_launch *launch, void **list);
/* The addresses of a GRAPH_KERNEL's arguments. */
std::vector<void *> graph_arguments(const struct graph_work *work);
/* What an instance does for a node of its graph; NULL: not of it. */
struct graph_work *graph_exec_work(cudaGraphExec_t exec, cudaGraphNode_t node);
cudaError_t graph_run(const struct graph_work *work, cudaStream_t stream);

#endif
