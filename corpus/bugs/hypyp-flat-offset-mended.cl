// Takes one number of each epoch of a recording; x is the chunk of it that begins at element `chunk`.
// Mended: it is computed as ulong.
kernel void first_of_epoch(global const float *x, global float *mean, uint channels, uint times, ulong chunk)
{
  const uint epoch = get_global_id(0), e = epoch - get_global_offset(0);
  const ulong base = (ulong)epoch * channels * times;
  mean[e] = x[(base - chunk) / (channels * times)];
}
