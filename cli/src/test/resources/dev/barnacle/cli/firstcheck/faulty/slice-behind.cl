// expected: out-of-bounds; in lines 8
kernel void heat3(global const float *u, global float *v, int nx, int ny, int nz, float c) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz)
    return;
  int slice = nx * ny;
  int p = z * slice + y * nx + x;
  float s = u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] + u[p - slice] + u[p + slice];
  v[p] = u[p] + c * (s - 6 * u[p]);
}
