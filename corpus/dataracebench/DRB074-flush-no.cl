// All work-items set one flag; a fence is to make that safe.
// None: the stores are atomic.
kernel void flush(global atomic_int *q, global int *out)
{
  atomic_store_explicit(q, 1, memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  out[get_global_id(0)] = atomic_load_explicit(q, memory_order_relaxed, memory_scope_device);
}
