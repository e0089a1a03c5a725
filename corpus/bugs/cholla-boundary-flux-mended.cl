// One step of a flow through 32 cells: the flux at the faces between them, then the cells.
// Mended: nothing flows through these.
kernel void step(global float *u, global float *flux)
{
  const int t = get_local_id(0), n = get_local_size(0);
  if (t > 0)
    flux[t] = 0.5f * (u[t - 1] - u[t]);
  else
    flux[0] = flux[n] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  u[t] += flux[t] - flux[t + 1];
}
