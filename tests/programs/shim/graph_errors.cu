/* What graphs refuse, that many ways lead to a node, and that memory of destroyed ones is free. */
#include <stdio.h>
#include <sys/resource.h>

__global__ void add(int *p, int by)
{
    p[threadIdx.x] += by;
}

static void say(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorString(error));
    cudaGetLastError();
}

static void nothing(void *) {}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Captures, runs and destroys graphs of 50 launches. */
static void captures(int count, cudaStream_t stream, int *p)
{
    for (int i = 0; i < count; i++) {
        cudaGraph_t graph;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        for (int j = 0; j < 50; j++)
            add<<<1, 1, 0, stream>>>(p, 1);
        cudaStreamEndCapture(stream, &graph);
        cudaGraphDestroy(graph);
    }
}

int main()
{
    int *p, by = 1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t kernel, host, set, both, layers[16][4];
    cudaMalloc(&p, 64);
    cudaMemset(p, 0, 64);
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    void *arguments[] = {&p, &by};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)add;
    launch.gridDim = launch.blockDim = dim3(1);
    launch.kernelParams = arguments;
    cudaMemsetParams fill = {p, 0, 7, 1, 4, 1};
    cudaHostNodeParams call = {nothing, NULL};
    cudaGraphAddKernelNode(&kernel, graph, NULL, 0, &launch);
    cudaGraphAddHostNode(&host, graph, &kernel, 1, &call);
    cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill);
    cudaGraphInstantiate(&exec, graph, 0);

    say("fill of a kernel node", cudaGraphMemsetNodeSetParams(kernel, &fill));
    say("call of a fill node", cudaGraphHostNodeSetParams(set, &call));
    say("fill of an instance's kernel", cudaGraphExecMemsetNodeSetParams(exec, kernel, &fill));
    say("launch of an instance's fill", cudaGraphExecKernelNodeSetParams(exec, set, &launch));
    say("launch of its kernel", cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    say("no instance", cudaGraphExecKernelNodeSetParams(NULL, kernel, &launch));
    say("an edge", cudaGraphAddDependencies(graph, &set, &host, NULL, 1));
    say("the same edge", cudaGraphAddDependencies(graph, &set, &host, NULL, 1));
    cudaGraphNode_t twice[] = {set, set};
    say("a node needed twice", cudaGraphAddHostNode(&both, graph, twice, 2, &call));
    size_t nodes = 0, edges = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges);
    printf("%zu nodes, %zu edges\n", nodes, edges);
    cudaGraphInstantiate(&exec, graph, 0);
    say("no place for the result", cudaGraphExecUpdate(exec, graph, NULL, NULL));
    cudaGraphExecUpdateResult result;
    say("an update", cudaGraphExecUpdate(exec, graph, NULL, &result));

    cudaGraph_t dense;
    cudaGraphCreate(&dense, 0);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 4; j++)
            cudaGraphAddEmptyNode(&layers[i][j], dense, i ? layers[i - 1] : NULL, i ? 4 : 0);
    say("a circle", cudaGraphAddDependencies(dense, &layers[15][0], &layers[0][0], NULL, 1));
    cudaGraphAddEmptyNode(&both, dense, NULL, 0);
    say("none", cudaGraphAddDependencies(dense, &layers[15][0], &both, NULL, 1));

    captures(100, stream, p);
    long before = peak_kib();
    captures(1000, stream, p);
    printf("memory: %s\n", peak_kib() - before < 8000 ? "free again" : "kept");
    say("destroyed", cudaGraphDestroy(dense));
    return 0;
}
