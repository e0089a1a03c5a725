// Rearranges the weights of 20 filters of 4 numbers into blocks of 8 filters; there are three blocks.
// Faulty: the last block has only four filters, yet eight are read.
kernel void swizzle(global const float *in, global float *out, int channels)
{
  const int i = get_global_id(0), block = i / 32, k = i % 32 / 8, filter = block * 8 + i % 8;
  out[i] = in[filter * 4 + k];
}
