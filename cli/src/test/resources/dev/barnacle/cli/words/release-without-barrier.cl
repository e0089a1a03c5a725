// --global 64 --local 16 --arg c=int[1] --arg part=int[64]
kernel void k(global int *part, global atomic_int *c, global int *sum)
{
  local int last;
  part[get_global_id(0)] = 1;
#ifdef MENDED
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  if (get_local_id(0) == 0)
    last = atomic_fetch_add_explicit(c, 1, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  if (last && get_local_id(0) == 3)
    for (int i = 0; i < 64; i++)
      *sum += part[i];
}
