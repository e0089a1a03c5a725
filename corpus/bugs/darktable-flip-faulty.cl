// Turns an image by a quarter: columns become rows.
// Faulty: the output may be smaller than the turned input, and nothing asks.
kernel void flip(read_only image2d_t in, write_only image2d_t out, int width, int height, int out_width, int out_height)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  write_imagef(out, (int2)(y, x), read_imagef(in, (int2)(x, y)));
}
