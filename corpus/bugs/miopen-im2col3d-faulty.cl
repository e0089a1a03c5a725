// Writes the columns of four channels into a window of a large matrix that begins at element 2.8e9.
// Faulty: channel 70000 times 40000 elements wraps around in an int.
kernel void im2col(global const float *im, global float *col, int channel_size, long window)
{
  const int x = get_global_id(0), channel = get_global_id(1);
  const int offset = channel * channel_size + x;
  const int first = get_global_offset(1);
  if (channel - first == 0)
    col[offset - window] = im[x];
}
