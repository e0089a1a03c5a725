// expected: out-of-bounds; in lines 7
kernel void invert(global const uchar *src, global uchar *dst, int width, int height) {
  short x = get_global_id(0);
  short y = get_global_id(1);
  if (x < width && y < height) {
    short at = y * width + x;
    dst[at] = 255 - src[at];
  }
}
