// --global 8 --arg size=4 --arg a=int[4]
kernel void k(global int *a, uint size)
{
  uint i = get_global_id(0);
#ifdef MENDED
  if (i < size)
#endif
  a[size - 1 - i] = 1;
}
