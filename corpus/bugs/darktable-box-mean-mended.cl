// Takes the running mean of each row of a mask, four pixels at a time.
// Mended: what is left at the end of a row is done one by one.
kernel void box_mean(global float *mask, int width, int height)
{
  const int y = get_global_id(0);
  if (y >= height)
    return;
  global float *row = mask + y * width;
  float mean = row[0];
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    const float4 v = vload4(0, row + x);
    mean = 0.5f * mean + 0.125f * (v.x + v.y + v.z + v.w);
    vstore4((float4)(mean), 0, row + x);
  }
  for (; x < width; x++)
    row[x] = mean;
}
