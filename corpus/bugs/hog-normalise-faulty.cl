// Scales the histogram of each work-group so that its squares add up to one.
// Faulty: the first work-item overwrites squares[0] with the factor before all have added up from it.
kernel void normalise(global float *hist, local float *squares)
{
  const int t = get_local_id(0), i = get_global_id(0);
  squares[t] = hist[i] * hist[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < get_local_size(0); k++)
    sum += squares[k];
  if (t == 0)
    squares[0] = 1 / sqrt(sum + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  hist[i] *= squares[0];
}
