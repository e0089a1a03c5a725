// Writes the columns of four channels into a window of a large matrix that begins at element 2.8e9.
// Mended: the offset is a long.
kernel void im2col(global const float *im, global float *col, int channel_size, long window)
{
  const int x = get_global_id(0), channel = get_global_id(1);
  const long offset = (long)channel * channel_size + x;
  const int first = get_global_offset(1);
  if (channel - first == 0)
    col[offset - window] = im[x];
}
