// Lesson 18: local memory starts with whatever the last group left there. `faulty` adds to a sum that nobody
// has set to zero.
kernel void faulty(global int *out)
{
  local int sum;
  atomic_add(&sum, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}

kernel void clean(global int *out)
{
  local int sum;
  if (get_local_id(0) == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
