/* api_graph.cpp - graphs made by capturing a stream: what is asked for between begin and end is
 * kept and done, in order, at every cudaGraphLaunch. While a capture is under way all streams but
 * the default one belong to it. */
#include "api.h"

#include <stdlib.h>
#include <string.h>

struct api_node {
    enum api_node_kind { NODE_LAUNCH, NODE_COPY, NODE_SET, NODE_HOST } kind;
    struct ss_launch launch; /* arguments and pointers lie behind the node */
    void *to;
    const void *from;
    size_t bytes;
    int value; /* of a set; the kind of a copy */
    cudaHostFn_t function;
    void *data;
    struct api_node *next;
};
struct CUgraph_st {
    struct api_node *first, **end;
    size_t count;
};
struct CUgraphExec_st {
    struct CUgraph_st *graph; /* borrowed nodes: graphs live as long as the program */
};

static struct CUgraph_st *capturing;
static cudaStream_t capture_stream;

static bool is_captured(cudaStream_t stream)
{
    return capturing && (stream == capture_stream || (uintptr_t)stream > 2);
}

static struct api_node *node_add(size_t extra)
{
    struct api_node *node = (struct api_node *)calloc(1, sizeof *node + extra);
    if (!node) abort();
    *capturing->end = node;
    capturing->end = &node->next;
    capturing->count++;
    return node;
}

bool api_capture_copy(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream)
{
    if (!is_captured(stream)) return false;
    struct api_node *node = node_add(0);
    node->kind = api_node::NODE_COPY;
    node->to = to;
    node->from = from;
    node->bytes = bytes;
    node->value = kind;
    return true;
}

bool api_capture_set(void *to, int value, size_t bytes, cudaStream_t stream)
{
    if (!is_captured(stream)) return false;
    struct api_node *node = node_add(0);
    node->kind = api_node::NODE_SET;
    node->to = to;
    node->bytes = bytes;
    node->value = value;
    return true;
}

bool api_capture_host(cudaHostFn_t function, void *data, cudaStream_t stream)
{
    if (!is_captured(stream)) return false;
    struct api_node *node = node_add(0);
    node->kind = api_node::NODE_HOST;
    node->function = function;
    node->data = data;
    return true;
}

void api_capture_launch(const struct ss_launch *launch, size_t bytes)
{
    size_t rounded = (bytes + 15) / 16 * 16, pointers = launch->pointer_count * sizeof(uint64_t);
    struct api_node *node = node_add(16 + rounded + pointers);
    char *behind = (char *)(((uintptr_t)(node + 1) + 15) / 16 * 16);
    node->kind = api_node::NODE_LAUNCH;
    node->launch = *launch;
    memcpy(behind, launch->arguments, bytes);
    memcpy(behind + rounded, launch->pointers, pointers);
    node->launch.arguments = behind;
    node->launch.pointers = (const uint64_t *)(behind + rounded);
}

static cudaError_t node_run(const struct api_node *node)
{
    switch (node->kind) {
    case api_node::NODE_LAUNCH: {
        cudaError_t error = (cudaError_t)ss_launch(&node->launch);
        ss_launch_waiting();
        return error;
    }
    case api_node::NODE_COPY:
        return cudaMemcpy(node->to, node->from, node->bytes, (enum cudaMemcpyKind)node->value);
    case api_node::NODE_SET:
        return cudaMemset(node->to, node->value, node->bytes);
    case api_node::NODE_HOST:
        node->function(node->data);
        return cudaSuccess;
    }
    return cudaErrorUnknown;
}

extern "C" {

int ss_captures(uint64_t stream)
{
    return is_captured((cudaStream_t)(uintptr_t)stream);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode)
{
    API_ENTER("cudaStreamBeginCapture");
    if (!stream || stream == cudaStreamLegacy) API_FAIL(cudaErrorStreamCaptureUnsupported);
    if (capturing) API_FAIL(cudaErrorIllegalState);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    capturing = new CUgraph_st();
    capturing->end = &capturing->first;
    capture_stream = stream;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    API_ENTER("cudaStreamEndCapture");
    if (!graph) API_FAIL(cudaErrorInvalidValue);
    if (!capturing || stream != capture_stream) API_FAIL(cudaErrorIllegalState);
    *graph = capturing;
    capturing = nullptr;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    API_ENTER("cudaStreamIsCapturing");
    if (!status) API_FAIL(cudaErrorInvalidValue);
    *status = is_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    API_ENTER("cudaGraphInstantiate");
    if (!exec || !graph) API_FAIL(cudaErrorInvalidValue);
    *exec = new CUgraphExec_st{graph};
    return cudaSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, void *)
{
    API_ENTER("cudaGraphExecUpdate");
    if (!exec || !graph) API_FAIL(cudaErrorInvalidValue);
    exec->graph = graph;
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    API_ENTER("cudaGraphLaunch");
    if (!exec) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    cudaError_t error = cudaSuccess;
    for (struct api_node *node = exec->graph->first; node && error == cudaSuccess;
         node = node->next)
        error = node_run(node);
    return error;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t)
{
    API_ENTER("cudaGraphUpload");
    if (!exec) API_FAIL(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    API_ENTER("cudaGraphGetNodes");
    if (!graph || !count) API_FAIL(cudaErrorInvalidValue);
    size_t i = 0;
    for (struct api_node *node = graph->first; nodes && node && i < *count; node = node->next)
        nodes[i++] = (cudaGraphNode_t)(void *)node;
    *count = graph->count;
    return cudaSuccess;
}

/* An instantiated graph goes on using the nodes: they stay. */
cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    API_ENTER("cudaGraphDestroy");
    if (!graph) API_FAIL(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    API_ENTER("cudaGraphExecDestroy");
    if (!exec) API_FAIL(cudaErrorInvalidValue);
    delete exec;
    return cudaSuccess;
}
}
