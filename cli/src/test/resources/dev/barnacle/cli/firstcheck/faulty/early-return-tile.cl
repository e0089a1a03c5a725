// expected: barrier-divergence; in lines 7
kernel void moving_average(global const float *in, global float *out, local float *tile, int count) {
  int gid = get_global_id(0), lid = get_local_id(0), size = get_local_size(0);
  if (gid >= count)
    return;
  tile[lid] = in[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  float before = lid > 0 ? tile[lid - 1] : tile[lid];
  out[gid] = 0.5f * (before + tile[lid]);
}
