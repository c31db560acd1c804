/* A graph captured from a stream, launched three times. */
#include <stdio.h>

__global__ void add(int *p, int by)
{
    p[threadIdx.x] += by;
}

int main()
{
    int *p, host[4] = {1, 2, 3, 4}, back[4];
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&p, sizeof host);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int i = 1; i <= 3; i++)
        add<<<1, 4, 0, stream>>>(p, i);
    cudaMemcpyAsync(back, p, sizeof back, cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
    printf("%zu nodes, nothing done: %d %d\n", nodes, back[0], back[3]);
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    printf("%d %d %s\n", back[0], back[3], cudaGetErrorString(cudaGetLastError()));
    cudaStreamDestroy(stream); /* the graph does not need the stream that it was captured from */
    cudaGraphLaunch(exec, 0);
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %s\n", host[0], host[3], cudaGetErrorString(cudaGetLastError()));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return 0;
}
