// --global 64 --local 64 --arg t=local[256]
kernel void k(global int *out, local int *t)
{
  t[get_local_id(0)] = get_local_id(0);
  int s = sub_group_reduce_add(get_local_id(0));
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = t[get_local_id(0) ^ 1] + s;
}
