// --global 8 --local 8 --arg t=local[32] --arg n=int[8]
kernel void k(local int *t, global int *n, global int *out)
{
  const int i = get_global_id(0);
  t[i] = i;
  out[i] = t[i];
  {
    int n[2] = {1, 2};
    {
      int n[4][2];
#ifdef MENDED
      n[i & 3][1] = 0;
#endif
      n[0][0] = i;
      out[i] += n[i & 3][1];
    }
#ifdef MENDED
    out[i] += n[i & 1];
#else
    out[i] += n[i];
#endif
  }
}
