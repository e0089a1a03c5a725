// expected: clean
kernel void moving_average(global const float *in, global float *out, local float *tile, int count) {
  int gid = get_global_id(0), lid = get_local_id(0), size = get_local_size(0);
  tile[lid] = gid < count ? in[gid] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float before = lid > 0 ? tile[lid - 1] : tile[lid];
  if (gid < count)
    out[gid] = 0.5f * (before + tile[lid]);
}
