/* A graph made node by node: its order comes from what the nodes need, not from their making. */
#include <stdio.h>

__global__ void add(int *p, int by)
{
    p[threadIdx.x] += by;
}

template <class T> __global__ void scale(T *p, const T by)
{
    p[threadIdx.x] *= by;
}

static void CUDART_CB tell(void *data)
{
    printf("host node: %d\n", *(int *)data);
}

static void print(const char *what, const int *p)
{
    printf("%s: %d %d %d %d\n", what, p[0], p[1], p[2], p[3]);
}

int main()
{
    int *p, host[4] = {1, 2, 3, 4}, back[4], by = 10;
    unsigned *words, pattern[2];
    cudaMalloc(&p, sizeof host);
    cudaMalloc(&words, sizeof pattern);
    cudaGraph_t graph, child;
    cudaGraphNode_t up, add_node, scale_node, down, set, say;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&down, graph, NULL, 0, back, p, sizeof back, cudaMemcpyDeviceToHost);

    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, sizeof host, 4, 1);
    copy.dstPtr = make_cudaPitchedPtr(p, sizeof host, 4, 1);
    copy.extent = make_cudaExtent(sizeof host, 1, 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaGraphAddMemcpyNode(&up, graph, NULL, 0, &copy);

    void *arguments[] = {&p, &by};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)add;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(4);
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&add_node, graph, &up, 1, &kernel);
    by = 3; /* the node has a copy */

    cudaKernelNodeParams other = {reinterpret_cast<void *>(scale<int>), dim3(1), dim3(4), 0,
                                  arguments, NULL};
    cudaGraphAddKernelNode(&scale_node, graph, &add_node, 1, &other);
    cudaGraphAddDependencies(graph, &scale_node, &down, NULL, 1);

    cudaMemsetParams fill = {words, 0, 0x01020304u, 4, 2, 1};
    cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill);
    cudaHostNodeParams call = {tell, &back[0]};
    cudaGraphAddHostNode(&say, graph, &down, 1, &call);

    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaMemcpy(pattern, words, sizeof pattern, cudaMemcpyDeviceToHost);
    print("(p + 10) * 3", back);
    printf("set: %08x %08x\n", pattern[0], pattern[1]);

    by = 100;
    cudaGraphExecKernelNodeSetParams(exec, add_node, &kernel);
    cudaGraphLaunch(exec, 0);
    print("(p + 100) * 3", back);

    cudaGraphClone(&child, graph);
    cudaGraphNode_t whole, empty;
    cudaGraph_t outer;
    cudaGraphExec_t twice;
    cudaGraphCreate(&outer, 0);
    cudaGraphAddChildGraphNode(&whole, outer, NULL, 0, child);
    cudaGraphAddEmptyNode(&empty, outer, &whole, 1);
    cudaGraphInstantiate(&twice, outer, 0);
    cudaGraphLaunch(twice, 0);
    print("child", back);

    size_t nodes = 0, edges = 0, roots = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges);
    cudaGraphGetRootNodes(graph, NULL, &roots);
    printf("%zu nodes, %zu edges, %zu roots\n", nodes, edges, roots);
    printf("circle: %s\n", cudaGetErrorString(cudaGraphAddDependencies(graph, &say, &up, NULL, 1)));
    cudaKernelNodeParams unknown = kernel;
    unknown.func = (void *)&by;
    cudaGraphAddKernelNode(&empty, graph, NULL, 0, &unknown);
    printf("no kernel: %s\n", cudaGetErrorString(cudaGetLastError()));

    /* The address alone is enough for a launch, too, and a captured launch waits for its graph. */
    const void *which[] = {(const void *)add, (const void *)&scale<int>};
    for (int i = 0; i < 2; i++)
        cudaLaunchKernel(which[i], dim3(1), dim3(4), arguments, 0, 0);
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    print("by address", back);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchKernel((void *)add, dim3(1), dim3(4), arguments, 0, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    print("captured", back);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    print("launched", back);
    void *address = (void *)add;
    nodes = 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchKernel(address, dim3(1), dim3(4), arguments, 0, stream);
    cudaGraphLaunch(exec, stream);
    cudaStreamEndCapture(stream, &child);
    cudaGraphGetNodes(child, NULL, &nodes);
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    printf("by address in a capture: %zu nodes\n", nodes);
    print("captured", back);
    cudaGraphInstantiate(&twice, child, 0);
    cudaGraphLaunch(twice, stream);
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    print("launched", back);
    cudaGraphDestroy(child);
    cudaGraphLaunch(twice, stream); /* it needs its graph no more */
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    print("once more", back);
    return 0;
}
