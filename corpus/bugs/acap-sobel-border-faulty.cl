// A vertical edge filter: each pixel is the difference of the ones above and below.
// Faulty: the check of the border compares with height, so the last row reads a row that is not there.
kernel void edges(global const uchar *in, global uchar *out, int width, int height)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y > 0 && y < height)
    out[y * width + x] = abs_diff(in[(y - 1) * width + x], in[(y + 1) * width + x]);
}
