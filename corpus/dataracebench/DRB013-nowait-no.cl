// A loop, and behind it a statement of one work-item that uses element 9.
// None: a barrier between the two.
kernel void nowait(global int *a, global int *error)
{
  const int i = get_local_id(0);
  a[i] = 5 + a[i] * 3;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0)
    *error = a[9] + 1;
}
