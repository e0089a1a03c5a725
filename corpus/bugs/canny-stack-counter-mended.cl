// The work-items of a group pop the entries of a stack together, each its share of a round.
// Mended: a barrier between the read of the counter and the pops.
kernel void pop_all(global const int *stack, global int *out, int n)
{
  local int counter;
  const int t = get_local_id(0), size = get_local_size(0);
  if (t == 0)
    counter = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (counter != 0) {
    const int share = counter / size + (t < counter % size ? 1 : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < share; i++) {
      const int top = atomic_dec(&counter) - 1;
      if (top >= 0)
        out[top] = stack[top] + 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
