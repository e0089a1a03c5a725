// options: -cl-std=CL1.2
kernel void k(global int *g, local uint *l, global float *f, int x) {
  atomic_add(g, x);
  atomic_inc(l);
  g[1] = atomic_cmpxchg(g, 1, x);
  atomic_max(l, 3u);
  atomic_min(g, 3);
  atomic_xchg(f, 2.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
