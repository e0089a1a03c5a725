// expected: out-of-bounds; in lines 8
kernel void brighten(global const uchar *src, global uchar *dst, int width, int height, int by) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= height || y >= width)
    return;
  int p = y * width + x;
  dst[p] = convert_uchar_sat(src[p] + by);
}
