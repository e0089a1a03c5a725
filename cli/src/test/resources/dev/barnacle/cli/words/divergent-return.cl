// --global 64 --local 16 --arg n=50
kernel void k(global int *out, int n)
{
  if (get_global_id(0) >= n)
    return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
