// --global 64 --local 16
kernel void k(global int *out)
{
  for (int i = 0; i < 5; i++) {
    if (i == get_local_id(0))
      continue;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = 1;
}
