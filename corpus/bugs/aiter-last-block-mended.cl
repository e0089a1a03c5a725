// Each work-group leaves a partial sum; the last one to end adds them up.
// Mended: with acquire too.
kernel void sum(global const int *in, global int *partial, global atomic_int *done, global int *total)
{
  local int part;
  const int t = get_local_id(0), groups = get_num_groups(0);
  if (t == 0)
    part = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&part, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    partial[get_group_id(0)] = part;
    if (atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_device) == groups - 1) {
      int sum = 0;
      for (int g = 0; g < groups; g++)
        sum += partial[g];
      *total = sum;
    }
  }
}
