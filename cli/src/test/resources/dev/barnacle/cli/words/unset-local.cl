// --global 64 --local 64 --arg n=256 --arg dyn=local[256]
kernel void k(global float *out, int n, local int *dyn)
{
  local int tile[64], other[64];
  int i = get_local_id(0);
#ifdef MENDED
  dyn[i] = 0;
  other[i] = 0;
  tile[i] = 3;
#endif
  if (n == 3)
    tile[i] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[63 - i];
  out[i] += dyn[63 - i];
  out[i] += other[63 - i];
}
