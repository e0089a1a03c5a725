// --global 32 --local 16 --arg c=int[1]
kernel void k(global int *part, global atomic_int *c, global int *sum)
{
  if (get_local_id(0) == 0) {
    if (atomic_fetch_add_explicit(c, 1, memory_order_acq_rel, memory_scope_device))
      *sum = part[0] + part[1];
  } else if (get_local_id(0) == 1) {
    part[get_group_id(0)] = 1;
  }
}
