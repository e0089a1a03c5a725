// --global 16 --local 16 --arg flag=int[1] --arg data=int[1] --arg out=int[1]
kernel void k(global int *data, volatile global int *flag, global int *out)
{
  if (get_global_id(0) == 0) {
    data[0] = 42;
#ifdef MENDED
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
#else
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
    atomic_xchg(flag, 1);
  } else if (get_global_id(0) == get_global_size(0) - 1) {
    if (atomic_add(flag, 0) == 1) {
      read_mem_fence(CLK_GLOBAL_MEM_FENCE);
      out[0] = data[0];
    }
  }
}
