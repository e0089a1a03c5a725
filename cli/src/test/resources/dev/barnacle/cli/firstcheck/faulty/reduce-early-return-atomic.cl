// expected: barrier-divergence; in lines 7, 9, 13
kernel void total(global const int *in, volatile global int *sum, int n) {
  local int part[64];
  int lid = get_local_id(0);
  int i = get_global_id(0);
  if (i >= n)
    return;
  part[lid] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 32; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    atomic_add(sum, part[0]);
}
