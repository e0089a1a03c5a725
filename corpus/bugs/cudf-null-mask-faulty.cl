// Makes a mask of the odd ones of 100 numbers, eight to a byte, and counts its bits by words.
// Faulty: 13 bytes are written and four words are read.
kernel void count_odd(global const int *value, global uchar *mask, volatile global int *count, int n)
{
  const int t = get_local_id(0);
  if (8 * t < n) {
    uchar bits = 0;
    for (int i = 0; i < 8 && 8 * t + i < n; i++)
      bits |= (value[8 * t + i] & 1) << i;
    mask[t] = bits;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (32 * t < n)
    atomic_add(count, (int)popcount(((global const uint *)mask)[t]));
}
