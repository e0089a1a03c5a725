// Regions, what is kept across a barrier, what is computed again, and one branch of some lanes.
kernel void turned(global const int *in, global int *out, local int *tile)
{
  int l = get_local_id(0), i = get_global_id(0);
  int x = in[i] * 3;
  tile[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  int y = tile[get_local_size(0) - 1 - l];
  if (y > x)
    y = atomic_inc(&out[x & 7]);
  out[i] = y;
}
