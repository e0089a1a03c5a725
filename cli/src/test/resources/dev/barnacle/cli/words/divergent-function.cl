// --global 64 --local 16
kernel void k(global int *out)
{
  int s = 0;
#ifdef MENDED
  s = work_group_reduce_add(1);
#else
  if (get_local_id(0) & 1)
    s = work_group_reduce_add(1);
#endif
  out[get_global_id(0)] = s;
}
