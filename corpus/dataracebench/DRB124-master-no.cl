// The first work-item initialises a variable that all use.
// None: a barrier.
kernel void master(global int *init, global int *out)
{
  if (get_local_id(0) == 0)
    *init = 10;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_local_id(0)] = *init;
}
