// The first work-item of a group leaves a number in local memory and says so by a flag in global memory.
// Mended: the fences order both.
kernel void hand_over(global atomic_int *flag, global int *out)
{
  local int number;
  const int t = get_local_id(0);
  global atomic_int *mine = flag + get_group_id(0);
  if (t == 0) {
    number = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(mine, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (atomic_load_explicit(mine, memory_order_relaxed, memory_scope_work_group)) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    out[get_global_id(0)] = number;
  }
}
