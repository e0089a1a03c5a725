// Reverses the numbers of each work-group in local memory.
// Faulty: barrier(0) names no memory, so what was written before it need not be seen behind it.
kernel void reverse(global int *data, local int *lds)
{
  const int t = get_local_id(0), n = get_local_size(0);
  lds[t] = data[get_global_id(0)];
  barrier(0);
  data[get_global_id(0)] = lds[n - 1 - t];
}
