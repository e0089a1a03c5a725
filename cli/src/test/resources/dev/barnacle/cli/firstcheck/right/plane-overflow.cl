// expected: clean
kernel void invert(global const uchar *src, global uchar *dst, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) {
    int at = y * width + x;
    dst[at] = 255 - src[at];
  }
}
