// Addresses that fall from lane to lane, for all lanes and for some.
kernel void turn(global float *a, global short *out, int n)
{
  int i = get_global_id(0);
  float x = a[n - i];
  out[n - i] = (short)x;
  if (x > 1)
    a[n + n - i] = a[n + 64 - i] + 1;
}
