// The mean of the pixels around each one, as far as there are any.
// Mended: the right and bottom ones too.
kernel void refavg(global const float *raw, global float *avg, int width, int height)
{
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  int count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      const int x = col + dx, y = row + dy;
      if (x >= 0 && y >= 0 && x < width && y < height) {
        sum += raw[y * width + x];
        count++;
      }
    }
  avg[row * width + col] = sum / count;
}
