// Reverses the numbers of each work-group in local memory.
// Mended: CLK_LOCAL_MEM_FENCE.
kernel void reverse(global int *data, local int *lds)
{
  const int t = get_local_id(0), n = get_local_size(0);
  lds[t] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = lds[n - 1 - t];
}
