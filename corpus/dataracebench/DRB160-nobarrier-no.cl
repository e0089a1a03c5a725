// The second loop uses what the first one computes, 8 elements further on.
// None: both loops stay within the elements of the work-group, with a barrier between them.
kernel void two_loops(global const int *a, global int *b, global int *c)
{
  const int i = get_global_id(0), n = get_global_size(0), t = get_local_id(0), size = get_local_size(0);
  b[i] = a[i] * 2;
  barrier(CLK_GLOBAL_MEM_FENCE);
  c[i] += b[i - t + (t + 8) % size];
}
