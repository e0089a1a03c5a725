// Sums rows of 128 numbers, that are 130 numbers apart; long rows go the way of float4.
// Mended: that way is for strides that are a multiple of four.
kernel void row_sums(global const float *src, global float *dst, int cols, int stride)
{
  global const float *row = src + get_global_id(0) * stride;
  float sum = 0;
  if (cols >= 128 && stride % 4 == 0) {
    for (int i = 0; i < cols / 4; i++) {
      const float4 v = ((global const float4 *)row)[i];
      sum += v.x + v.y + v.z + v.w;
    }
  } else {
    for (int i = 0; i < cols; i++)
      sum += row[i];
  }
  dst[get_global_id(0)] = sum;
}
