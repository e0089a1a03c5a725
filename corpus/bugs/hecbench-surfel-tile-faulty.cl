// Each work-item adds up all surfels for its pixel; the work-group loads them tile by tile.
// Faulty: the next tile is loaded while other work-items still add up this one.
kernel void render(global const float *surfel, int n, global float *pixel, local float *tile)
{
  const int t = get_local_id(0), size = get_local_size(0);
  float sum = 0;
  for (int base = 0; base < n; base += size) {
    tile[t] = surfel[base + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < size; i++)
      sum += tile[i];
  }
  pixel[get_global_id(0)] = sum;
}
