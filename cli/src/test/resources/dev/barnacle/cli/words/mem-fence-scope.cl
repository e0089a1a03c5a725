// --global 16 --local 8 --arg flag=int[1] --arg data=int[1] --arg out=int[1]
kernel void k(global int *data, volatile global int *flag, global int *out)
{
#ifdef MENDED
#define FENCE(order) atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, order, memory_scope_device)
#else
#define FENCE(order) mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
  if (get_global_id(0) == 0) {
    data[0] = 42;
    FENCE(memory_order_release);
    atomic_xchg(flag, 1);
  } else if (get_global_id(0) == get_global_size(0) - 1) {
    if (atomic_add(flag, 0) == 1) {
      FENCE(memory_order_acquire);
      out[0] = data[0];
    }
  }
}
