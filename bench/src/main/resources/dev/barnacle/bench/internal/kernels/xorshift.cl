// Marsaglia's xorshift generator with 32 bits, many numbers of each work-item's own sequence: integer
// arithmetic in registers.
kernel void xorshift(global uint *states, uint n, uint rounds)
{
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  uint x = states[i], sum = 0;
  for (uint r = 0; r < rounds; r++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    sum += x;
  }
  states[i] = sum;
}
