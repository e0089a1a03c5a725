// Solves x[i] + x[i - 1] = b[i]: each row waits until the row before it is done.
// Faulty: it waits by plain loads, and the solution of that row is ordered by nothing.
kernel void solve(global const int *b, global int *x, volatile global atomic_int *missing)
{
  const int i = get_global_id(0), n = get_global_size(0);
  while (*(volatile global int *)&missing[i] != 0)
    ;
  x[i] = b[i] - (i > 0 ? x[i - 1] : 0);
  if (i + 1 < n)
    atomic_fetch_sub_explicit(&missing[i + 1], 1, memory_order_relaxed, memory_scope_device);
}
