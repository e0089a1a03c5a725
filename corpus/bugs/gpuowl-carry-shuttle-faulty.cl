// Each work-group leaves its carries and a flag; the next one waits for the flag and takes them.
// Faulty: the flag is plain memory, and barrier(CLK_GLOBAL_MEM_FENCE) orders nothing for other work-groups.
kernel void carry_shuttle(global int *carry, volatile global atomic_int *ready, global int *out)
{
  const int t = get_local_id(0), g = get_group_id(0), n = get_local_size(0);
  carry[g * n + t] = g + t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t == 0)
    *(volatile global int *)&ready[g] = 1;
  if (g == 0)
    return;
  if (t == 0)
    while (*(volatile global int *)&ready[g - 1] == 0)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[g * n + t] = carry[(g - 1) * n + t];
}
