// options: -cl-std=CL3.0
__attribute__((reqd_work_group_size(8, 4, 1), vec_type_hint(float4)))
kernel void k(global ulong *out, uint d) {
  size_t at = get_global_id(0);
  out[at] = get_local_id(d) + get_group_id(1) + get_num_groups(2) + get_global_size(0)
      + get_local_size(0) + get_enqueued_local_size(0) + get_global_offset(1) + get_work_dim()
      + get_global_linear_id() + get_local_linear_id();
}

__attribute__((work_group_size_hint(64, 1, 1)))
kernel void groups(global int *out, global float *restrict f, local float *tile, const global float *input) {
  event_t e = async_work_group_copy(tile, input, 64, 0);
  e = async_work_group_strided_copy(tile, input, 64, 3, e);
  wait_group_events(1, &e);
  out[0] = work_group_all(out[1]) + work_group_broadcast(out[2], 3, 4);
  f[0] = work_group_reduce_add(f[1]) + work_group_scan_exclusive_max(f[2]);
}
