// Adds up the energies of 40 atoms with 32 work-items: some take two atoms, some one.
// Mended: all go round as often, and add nothing where there is no atom.
kernel void energies(global const float *energy, global float *sum, int n, local float *buffer)
{
  const int t = get_local_id(0), size = get_local_size(0);
  float total = 0;
  for (int j = t; j - t < n; j += size) {
    buffer[t] = j < n ? energy[j] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
      for (int i = 0; i < size; i++)
        total += buffer[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    *sum = total;
}
