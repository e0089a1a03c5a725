// expected: out-of-bounds or data-race; in lines 5
kernel void transpose(global const float *a, global float *t, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    t[x * width + y] = a[y * width + x];
}
