/* api_graph.cpp - graphs: captured from streams, instantiated, launched. What is asked for between
 * begin and end of a capture is kept and done, in order, at every cudaGraphLaunch. While a capture
 * is under way all streams but the default one belong to it. */
#include "graph.h"

#include <map>
#include <mutex>
#include <set>
#include <string.h>

struct CUgraphExec_st : graph_handle {
    struct step {
        cudaGraphNode_t origin;
        struct graph_work work;
    };
    std::vector<struct step> steps; /* in the order in which they run */
};

static cudaGraph_t capturing;
static cudaStream_t capture_stream;

static bool is_captured(cudaStream_t stream)
{
    return capturing && (stream == capture_stream || (uintptr_t)stream > 2);
}

/* ---- What is alive ---- */

static std::mutex alive_lock;

static std::set<const void *> *alive(void)
{
    static std::set<const void *> *const handles = new std::set<const void *>;
    return handles; /* for ever: the program's own destructors may ask */
}

graph_handle::graph_handle()
{
    std::lock_guard<std::mutex> hold(alive_lock);
    alive()->insert(this);
}

graph_handle::~graph_handle()
{
    std::lock_guard<std::mutex> hold(alive_lock);
    alive()->erase(this);
}

bool graph_alive(const void *handle)
{
    std::lock_guard<std::mutex> hold(alive_lock);
    return alive()->count(handle) != 0;
}

/* ---- Capture ---- */

cudaGraphNode_t graph_add(cudaGraph_t graph, enum graph_kind kind)
{
    cudaGraphNode_t node = new CUgraphNode_st();
    node->graph = graph;
    node->work.kind = kind;
    graph->nodes.push_back(node);
    return node;
}

/* What one stream does is a chain. */
static struct graph_work *capture(enum graph_kind kind)
{
    cudaGraphNode_t last = capturing->nodes.empty() ? nullptr : capturing->nodes.back();
    cudaGraphNode_t node = graph_add(capturing, kind);
    if (last) node->needs.push_back(last);
    return &node->work;
}

bool api_capture_copy(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream)
{
    if (!is_captured(stream)) return false;
    struct graph_work *work = capture(GRAPH_COPY);
    work->to = to;
    work->from = from;
    work->bytes = bytes;
    work->direction = (enum cudaMemcpyKind)kind;
    return true;
}

bool api_capture_set(void *to, int value, size_t bytes, cudaStream_t stream)
{
    if (!is_captured(stream)) return false;
    struct graph_work *work = capture(GRAPH_SET);
    work->set = {to, bytes, (unsigned)value, 1, bytes, 1};
    return true;
}

bool api_capture_host(cudaHostFn_t function, void *data, cudaStream_t stream)
{
    if (!is_captured(stream)) return false;
    capture(GRAPH_HOST)->host = {function, data};
    return true;
}

void api_capture_launch(const struct ss_launch *launch, size_t bytes)
{
    struct graph_work *work = capture(GRAPH_LAUNCH);
    const char *arguments = (const char *)launch->arguments;
    work->launch = *launch;
    work->arguments.assign(arguments, arguments + bytes);
    work->pointers.assign(launch->pointers, launch->pointers + launch->pointer_count);
}

void api_capture_known(const struct ss_launch *launch, const struct ss_known *known, void **list)
{
    graph_set_kernel(capture(GRAPH_KERNEL), known, launch, list);
}

static void capture_graph(cudaGraphExec_t exec)
{
    std::shared_ptr<struct CUgraph_st> chain = std::make_shared<struct CUgraph_st>();
    for (const struct CUgraphExec_st::step &step : exec->steps) {
        cudaGraphNode_t last = chain->nodes.empty() ? nullptr : chain->nodes.back();
        cudaGraphNode_t node = graph_add(chain.get(), step.work.kind);
        node->work = step.work;
        if (last) node->needs.push_back(last);
    }
    capture(GRAPH_CHILD)->child = chain;
}

/* ---- Order ---- */

static void visit(cudaGraphNode_t node, std::map<cudaGraphNode_t, bool> *seen,
                  std::vector<cudaGraphNode_t> *order)
{
    if ((*seen)[node]) return;
    (*seen)[node] = true;
    for (cudaGraphNode_t need : node->needs)
        visit(need, seen, order);
    order->push_back(node);
}

std::vector<cudaGraphNode_t> graph_order(cudaGraph_t graph)
{
    std::map<cudaGraphNode_t, bool> seen;
    std::vector<cudaGraphNode_t> order;
    for (cudaGraphNode_t node : graph->nodes)
        visit(node, &seen, &order);
    return order;
}

cudaGraph_t graph_copy(cudaGraph_t graph)
{
    cudaGraph_t copy = new CUgraph_st();
    std::map<cudaGraphNode_t, cudaGraphNode_t> twins;
    for (cudaGraphNode_t node : graph->nodes) {
        cudaGraphNode_t twin = twins[node] = graph_add(copy, node->work.kind);
        twin->work = node->work;
    }
    for (cudaGraphNode_t node : graph->nodes)
        for (cudaGraphNode_t need : node->needs)
            twins[node]->needs.push_back(twins[need]);
    return copy;
}

static cudaError_t run_all(cudaGraph_t graph, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (cudaGraphNode_t node : graph_order(graph))
        if (error == cudaSuccess) error = graph_run(&node->work, stream);
    return error;
}

/* ---- Work ---- */

/* Elements of two and four bytes: cudaMemset2D checks and tells, the values follow. */
static cudaError_t run_set(const struct cudaMemsetParams *set)
{
    size_t width = set->width * set->elementSize;
    size_t pitch = set->height > 1 ? set->pitch : width;
    cudaError_t error = cudaMemset2D(set->dst, pitch, (int)set->value, width, set->height);
    if (error != cudaSuccess || set->elementSize == 1) return error;
    for (size_t y = 0; y < set->height; y++) {
        char *row = (char *)set->dst + y * pitch;
        for (size_t x = 0; x < width; x += set->elementSize)
            memcpy(row + x, &set->value, set->elementSize); /* the low bytes come first */
        ss_filled(row, width);
    }
    return cudaSuccess;
}

/* In the stream that the graph is launched into: that of the capture may be gone. */
static cudaError_t run_launch(const struct graph_work *work, cudaStream_t stream)
{
    struct ss_launch launch = work->launch;
    launch.stream = (uint64_t)(uintptr_t)stream;
    launch.arguments = work->arguments.data();
    launch.pointers = work->pointers.data();
    cudaError_t error = (cudaError_t)ss_launch(&launch);
    ss_launch_waiting();
    return error;
}

static cudaError_t run_kernel(const struct graph_work *work, cudaStream_t stream)
{
    struct ss_launch launch = work->launch;
    launch.stream = (uint64_t)(uintptr_t)stream;
    const struct ss_known *known = ss_kernel_find(work->launch.kernel);
    std::vector<void *> list = graph_arguments(work);
    return (cudaError_t)known->launch(known, &launch, list.data());
}

cudaError_t graph_run(const struct graph_work *work, cudaStream_t stream)
{
    switch (work->kind) {
    case GRAPH_LAUNCH:
        return run_launch(work, stream);
    case GRAPH_KERNEL:
        return run_kernel(work, stream);
    case GRAPH_COPY:
        return cudaMemcpy(work->to, work->from, work->bytes, work->direction);
    case GRAPH_COPY_3D:
        return cudaMemcpy3D(&work->copy_3d);
    case GRAPH_SET:
        return run_set(&work->set);
    case GRAPH_HOST:
        work->host.fn(work->host.userData);
        return cudaSuccess;
    case GRAPH_CHILD:
        return run_all(work->child.get(), stream);
    case GRAPH_RECORD:
        return cudaEventRecord(work->event, nullptr);
    case GRAPH_WAIT: /* what was recorded is done */
    case GRAPH_EMPTY:
        return cudaSuccess;
    }
    return cudaErrorUnknown;
}

static void exec_fill(cudaGraphExec_t exec, cudaGraph_t graph)
{
    exec->steps.clear();
    for (cudaGraphNode_t node : graph_order(graph))
        exec->steps.push_back({node, node->work});
}

struct graph_work *graph_exec_work(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    if (!graph_alive(exec)) return nullptr;
    for (struct CUgraphExec_st::step &step : exec->steps)
        if (step.origin == node) return &step.work;
    return nullptr;
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
    if (!exec || !graph_alive(graph)) API_FAIL(cudaErrorInvalidValue);
    *exec = new CUgraphExec_st();
    exec_fill(*exec, graph);
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long)
{
    API_ENTER("cudaGraphInstantiateWithFlags");
    if (!exec || !graph_alive(graph)) API_FAIL(cudaErrorInvalidValue);
    *exec = new CUgraphExec_st();
    exec_fill(*exec, graph);
    return cudaSuccess;
}

/* Only graphs of the same shape may take each other's place. */
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                struct cudaGraphExecUpdateResultInfo *result)
{
    API_ENTER("cudaGraphExecUpdate");
    if (!graph_alive(exec) || !graph_alive(graph) || !result) API_FAIL(cudaErrorInvalidValue);
    *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    std::vector<cudaGraphNode_t> order = graph_order(graph);
    if (order.size() != exec->steps.size())
        result->result = cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < order.size() && result->result == cudaGraphExecUpdateSuccess; i++) {
        if (order[i]->work.kind == exec->steps[i].work.kind) continue;
        result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
        result->errorNode = order[i];
    }
    if (result->result != cudaGraphExecUpdateSuccess) API_FAIL(cudaErrorGraphExecUpdateFailure);
    for (size_t i = 0; i < order.size(); i++)
        exec->steps[i].work = order[i]->work;
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    API_ENTER("cudaGraphLaunch");
    if (!graph_alive(exec)) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    if (is_captured(stream)) {
        capture_graph(exec);
        return cudaSuccess;
    }
    cudaError_t error = cudaSuccess;
    for (const struct CUgraphExec_st::step &step : exec->steps)
        if (error == cudaSuccess) error = graph_run(&step.work, stream);
    return error;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t)
{
    API_ENTER("cudaGraphUpload");
    if (!graph_alive(exec)) API_FAIL(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    API_ENTER("cudaGraphDestroy");
    if (!graph_alive(graph)) API_FAIL(cudaErrorInvalidValue);
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    API_ENTER("cudaGraphExecDestroy");
    if (!graph_alive(exec)) API_FAIL(cudaErrorInvalidValue);
    delete exec;
    return cudaSuccess;
}
}
