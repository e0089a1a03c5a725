// --global 64 --local 64
kernel void k(global int *h, global int *out)
{
  int i = get_local_id(0);
  h[i & 3] += 1;
  out[i] = i;
  out[64 + i] = out[i ^ 1];
}
