// --global 64 --local 64
kernel void k(global int *d)
{
#ifdef MENDED
  int x = d[min(get_global_id(0) + 1, get_global_size(0) - 1)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  d[get_global_id(0)] = x;
#else
  d[get_global_id(0)] = d[min(get_global_id(0) + 1, get_global_size(0) - 1)];
#endif
}
