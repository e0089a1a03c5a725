// expected: data-race; in lines 12, 21, 22, 23, 27, 28
#define N 128
__attribute__((reqd_work_group_size(N / 2, 1, 1)))
kernel void exclusive_scan(global const uint *in, global uint *out) {
  local uint t[N];
  uint lid = get_local_id(0), base = get_group_id(0) * N, offset = 1;
  t[2 * lid] = in[base + 2 * lid];
  t[2 * lid + 1] = in[base + 2 * lid + 1];
  for (uint d = N / 2; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d)
      t[offset * (2 * lid + 2) - 1] += t[offset * (2 * lid + 1) - 1];
    offset *= 2;
  }
  if (lid == 0)
    t[N - 1] = 0;
  for (uint d = 1; d < N; d *= 2) {
    offset >>= 1;
    if (lid < d) {
      uint a = offset * (2 * lid + 1) - 1, b = offset * (2 * lid + 2) - 1;
      uint v = t[a];
      t[a] = t[b];
      t[b] += v;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * lid] = t[2 * lid];
  out[base + 2 * lid + 1] = t[2 * lid + 1];
}
