// Sets a flag if one of the hashes ends with five.
// Faulty: the barrier orders the work-items of one group; those of others may set the flag before it is cleared.
kernel void compare(global const uint *hash, volatile global int *flag)
{
  const int gid = get_global_id(0);
  if (gid == 0)
    *flag = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (hash[gid] % 10 == 5)
    *flag = 1;
}
