// Adds up the masses of groups of 32 atoms; each half of the work-group takes every second group of atoms.
// Faulty: with five groups of atoms one half goes round once more than the other, past a barrier for both.
kernel void centres(global const float *mass, int groups, global float *centre, local float *temp)
{
  const int t = get_local_id(0), lane = t % 32;
  for (int group = t / 32; group < groups; group += 2) {
    temp[t] = mass[32 * group + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
      float sum = 0;
      for (int i = 0; i < 32; i++)
        sum += temp[t + i];
      centre[group] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
