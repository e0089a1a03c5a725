// A pipeline: in each step a section takes what the section before it put out in the last step, and adds one.
// Mended: a barrier between reading and writing.
kernel void pipeline(global const int *in, global int *out, int n, local int *s)
{
  const int t = get_local_id(0), sections = get_local_size(0);
  s[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < n + sections - 1; step++) {
    const int x = t > 0 ? s[t - 1] : step < n ? in[step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    s[t] = x + 1;
    if (t == sections - 1 && step >= t)
      out[step - t] = x + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
