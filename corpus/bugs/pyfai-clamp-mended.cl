// Looks up the average of the bin that each pixel's radius belongs to.
// Mended: the limit is bins - 1.
kernel void look_up(global const float *radius, global const float *average, global float *background, int bins)
{
  const int i = get_global_id(0);
  const int bin = clamp((int)radius[i], 0, bins - 1);
  background[i] = average[bin];
}
