// One explicit time step of the heat equation on a plate, in double precision: a five-point stencil that
// leaves the border as it is.

// old, now: width * height temperatures in rows; diffusion: conductivity * time step / distance^2, at
// most 0.25 for a stable solution.
kernel void heat(global const double *old, global double *now, int width, int height, double diffusion)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const size_t i = (size_t)y * width + x;
  const double centre = old[i];
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
    now[i] = centre;
  else
    now[i] = centre + diffusion * (old[i - 1] + old[i + 1] + old[i - width] + old[i + width] - 4.0 * centre);
}
