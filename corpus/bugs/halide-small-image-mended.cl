// Scales a row, in tiles of 64 pixels; the last tile is moved back, so that it ends with the row.
// Mended: pixels before the row are skipped.
kernel void scale(global const float *in, global float *out, int width)
{
  const int size = get_local_size(0);
  const int base = min((int)get_group_id(0) * size, width - size);
  const int x = base + get_local_id(0);
  if (x >= 0)
    out[x] = clamp(1.5f * in[x], 0.0f, 1.0f);
}
