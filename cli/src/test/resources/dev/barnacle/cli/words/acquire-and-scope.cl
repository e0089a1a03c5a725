// --global 16 --local 8 --arg flag=int[1] --arg data=int[1] --arg out=int[1]
#ifdef MENDED
#define SCOPE memory_scope_device
#define ACQUIRE memory_order_acquire
#else
#define SCOPE memory_scope_work_group
#define ACQUIRE memory_order_relaxed
#endif
kernel void k(global int *data, global atomic_int *flag, global int *out)
{
  if (get_global_id(0) == 0) {
    data[0] = 42;
    atomic_store_explicit(flag, 1, memory_order_release, SCOPE);
  } else if (get_global_id(0) == get_global_size(0) - 1) {
    if (atomic_load_explicit(flag, ACQUIRE, SCOPE) == 1)
      out[0] = data[0];
  }
}
