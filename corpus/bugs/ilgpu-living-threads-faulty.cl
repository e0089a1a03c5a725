// A reduction in which only the living work-items go on: half as many in each step.
// Faulty: the others return, while a barrier is for all work-items of the group.
kernel void reduce(global int *data, local int *s)
{
  const int t = get_local_id(0);
  s[t] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int living = get_local_size(0) / 2; living > 0; living /= 2) {
    if (t >= living)
      return;
    s[t] += s[t + living];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = s[0];
}
