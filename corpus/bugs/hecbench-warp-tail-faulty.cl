// Each work-group sums 64 numbers in local memory.
// Faulty: the last five steps have no barrier, since "a warp runs in lockstep". volatile orders nothing either.
kernel void sum(global const int *in, global int *out, local volatile int *s)
{
  const int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  for (int n = get_local_size(0) / 2; n > 16; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < n)
      s[t] += s[t + n];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) {
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}
