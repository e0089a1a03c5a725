// --global 64 --local 16
kernel void k(global int *a)
{
  local int changed;
  const int l = get_local_id(0);
  int v = l;
  do {
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (l == 0)
      changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v > 0) {
      v--;
      atomic_or(&changed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (changed);
  a[get_global_id(0)] = v;
}
