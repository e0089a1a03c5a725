// Labels each cell of a work-group with the largest of its neighbours, through local memory.
// Faulty: the work-items behind the last cell return and never come to the barrier.
kernel void label_cells(global const int *cells, global int *label, int n, local int *s)
{
  const int i = get_global_id(0), t = get_local_id(0);
  if (i >= n)
    return;
  s[t] = cells[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  label[i] = max(s[t], s[max(t - 1, 0)]);
}
