// expected: clean
kernel void transpose(global const float *a, global float *t, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    t[x * height + y] = a[y * width + x];
}
