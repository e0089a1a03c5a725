// --global 256 --local 64 --arg out=int[250] --arg n=250
kernel void k(global int *out, int n)
{
#ifdef MENDED
  if (get_global_id(0) < n)
#endif
    out[get_global_id(0)] = n;
}
