// Sums a row of 64: four parts of 16 work-items each, by atomics, and the parts then by the first work-item.
// Faulty: the first work-items zero the parts of all, and nothing makes the others wait for that.
kernel void row_sum(global const int *in, global int *out)
{
  local int part[4];
  const int t = get_local_id(0);
  if (t < 4)
    part[t] = 0;
  atomic_add(&part[t / 16], in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    out[get_group_id(0)] = part[0] + part[1] + part[2] + part[3];
}
