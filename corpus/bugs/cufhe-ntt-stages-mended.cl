// A transform of 32 numbers a work-group, in five stages of sums and differences.
// Mended: a barrier behind each stage.
kernel void transform(global uint *data, local uint *s)
{
  const uint t = get_local_id(0), n = 2 * get_local_size(0), base = get_group_id(0) * n;
  s[t] = data[base + t];
  s[t + n / 2] = data[base + t + n / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = n / 2; half_size > 0; half_size /= 2) {
    const uint a = t / half_size * 2 * half_size + t % half_size, b = a + half_size;
    const uint x = s[a], y = s[b];
    s[a] = x + y;
    s[b] = x - y;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[base + t] = s[t];
  data[base + t + n / 2] = s[t + n / 2];
}
