// options: -cl-std=CL3.0
kernel void k(global atomic_int *g, local atomic_uint *l, global int *out, int order) {
  atomic_store_explicit(g, 4, memory_order_release, memory_scope_work_group);
  out[0] = atomic_load_explicit(g, memory_order_acquire, memory_scope_all_svm_devices);
  out[1] = atomic_fetch_max_explicit(l, 7u, memory_order_acq_rel, memory_scope_work_item);
  out[2] = atomic_compare_exchange_strong_explicit(
      g, out, 5, memory_order_seq_cst, memory_order_relaxed, memory_scope_device);
  out[3] = atomic_fetch_add_explicit(g, 1, order, memory_scope_device);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}
