// Looks up the average of the bin that each pixel's radius belongs to.
// Faulty: bins itself is a legal result of the clamp, and one too large as an index.
kernel void look_up(global const float *radius, global const float *average, global float *background, int bins)
{
  const int i = get_global_id(0);
  const int bin = clamp((int)radius[i], 0, bins);
  background[i] = average[bin];
}
