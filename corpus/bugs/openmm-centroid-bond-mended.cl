// Adds up the masses of groups of 32 atoms; each half of the work-group takes every second group of atoms.
// Mended: both halves go round three times.
kernel void centres(global const float *mass, int groups, global float *centre, local float *temp)
{
  const int t = get_local_id(0), lane = t % 32;
  for (int group = t / 32; group - t / 32 < groups; group += 2) {
    temp[t] = group < groups ? mass[32 * group + lane] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0 && group < groups) {
      float sum = 0;
      for (int i = 0; i < 32; i++)
        sum += temp[t + i];
      centre[group] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
