// Each element becomes the sum of its neighbours' new values.
// Faulty: at the borders of a work-group a neighbour is another group's, which no barrier waits for.
kernel void neighbours(global int *a, global int *out)
{
  const int i = get_global_id(0), t = get_local_id(0), n = get_local_size(0);
  a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = (i > 0 ? a[i - 1] : 0) + (i < get_global_size(0) - 1 ? a[i + 1] : 0);
}
