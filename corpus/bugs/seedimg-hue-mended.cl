// Rotates red, green and blue of each of 100 pixels; the grid has 128 work-items.
// Mended: they return.
kernel void rotate_hue(global uchar *pixels, int n)
{
  const int i = get_global_id(0);
  if (i >= n)
    return;
  const uchar4 p = vload4(i, pixels);
  vstore4(p.zxyw, i, pixels);
}
