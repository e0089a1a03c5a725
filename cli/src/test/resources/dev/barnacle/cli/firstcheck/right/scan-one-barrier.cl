// expected: clean
kernel void scan_group(global const int *in, global int *out, local int *t) {
  int lid = get_local_id(0), n = get_local_size(0);
  t[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d *= 2) {
    int add = lid >= d ? t[lid - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[lid] += add;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[lid];
}
