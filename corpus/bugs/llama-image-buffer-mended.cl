// Reads a packed weight for each row; the grid is rounded up to whole work-groups.
// Mended: the row that is read is clamped.
kernel void unpack(read_only image1d_buffer_t weights, global uint *out, int rows)
{
  const int row = get_global_id(0);
  const uint packed = read_imageui(weights, min(row, rows - 1)).x;
  if (row < rows)
    out[row] = packed & 15;
}
