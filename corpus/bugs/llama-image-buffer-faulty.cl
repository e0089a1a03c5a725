// Reads a packed weight for each row; the grid is rounded up to whole work-groups.
// Faulty: the store is guarded, the read is not, and a read without a sampler is undefined behind the end.
kernel void unpack(read_only image1d_buffer_t weights, global uint *out, int rows)
{
  const int row = get_global_id(0);
  const uint packed = read_imageui(weights, row).x;
  if (row < rows)
    out[row] = packed & 15;
}
