// Lesson 7: the same with fences around a relaxed flag. A fence orders only the memory that its flags name:
// in `faulty` they name local memory, and the data is global.
kernel void faulty(global int *data, global atomic_int *flag, global int *out)
{
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    out[get_global_id(0)] = *data;
  }
}

kernel void clean(global int *data, global atomic_int *flag, global int *out)
{
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    out[get_global_id(0)] = *data;
  }
}
