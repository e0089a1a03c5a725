// --global 32 --local 32 --arg x=uint[64]=iota
kernel void k(global uint *x) {
  local uint t[64];
  uint i = get_local_id(0), offset = 1;
  t[i] = x[i];
  t[i + 32] = x[i + 32];
  for (uint d = 32; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < d)
      t[offset * (2 * i + 2) - 1] += t[offset * (2 * i + 1) - 1];
    offset *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0)
    t[63] = 0;
  for (uint d = 1; d < 64; d *= 2) {
    offset >>= 1;
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (i < d) {
      uint v = t[offset * (2 * i + 1) - 1];
      t[offset * (2 * i + 1) - 1] = t[offset * (2 * i + 2) - 1];
      t[offset * (2 * i + 2) - 1] += v;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x[i] = t[i];
  x[i + 32] = t[i + 32];
}
