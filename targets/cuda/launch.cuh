/* launch.cuh: the same work for many games: a thread for each on a GPU, a loop on the processor. */
#ifndef KB_LAUNCH_CUH
#define KB_LAUNCH_CUH

#ifdef __CUDACC__
template <int threads, int blocks, class work>
__global__ static void __launch_bounds__(threads, blocks) kb_run_each(const __grid_constant__ work todo, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) todo(i);
}
#endif

/* Calls todo(0) … todo(n - 1). A multiprocessor holds at least this many blocks at once. */
template <int threads, int blocks, class work> static void kb_for_each(const work &todo, int n)
{
#ifdef __CUDACC__
    kb_run_each<threads, blocks><<<(unsigned)((n + threads - 1) / threads), threads>>>(todo, n);
#else
    for (int i = 0; i < n; i++) todo(i);
#endif
}

#endif
