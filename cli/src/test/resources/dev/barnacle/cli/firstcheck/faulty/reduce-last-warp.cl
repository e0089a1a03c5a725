// expected: data-race; in lines 13, 14, 15, 16, 17, 18
kernel void reduce(global const int *in, global int *out, volatile local int *tmp, uint n) {
  uint lid = get_local_id(0);
  uint i = get_group_id(0) * (get_local_size(0) * 2) + lid;
  tmp[lid] = (i < n ? in[i] : 0) + (i + get_local_size(0) < n ? in[i + get_local_size(0)] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 32; s >>= 1) {
    if (lid < s)
      tmp[lid] += tmp[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid < 32) {
    tmp[lid] += tmp[lid + 32];
    tmp[lid] += tmp[lid + 16];
    tmp[lid] += tmp[lid + 8];
    tmp[lid] += tmp[lid + 4];
    tmp[lid] += tmp[lid + 2];
    tmp[lid] += tmp[lid + 1];
  }
  if (lid == 0)
    out[get_group_id(0)] = tmp[0];
}
