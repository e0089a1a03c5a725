// The first work-item writes a number and says so by a flag; others take the number if they see the flag.
// Mended: fences with the scope of the device.
kernel void publish(global int *data, global atomic_int *flag, global int *out)
{
  const int i = get_global_id(0);
  if (i == 0) {
    *data = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    out[i] = *data;
  }
}
