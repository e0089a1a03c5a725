// expected: clean
kernel void sum(global const float *in, global float *part, global atomic_uint *done,
                global float *total, int n) {
  local uint order;
  float s = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    s += in[i];
  s = work_group_reduce_add(s);
  if (get_local_id(0) == 0) {
    part[get_group_id(0)] = s;
    order = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (order == get_num_groups(0) - 1 && get_local_id(0) == 0) {
    float all = 0;
    for (uint g = 0; g < get_num_groups(0); g++)
      all += part[g];
    *total = all;
  }
}
