// expected: clean
kernel void diffuse(global const float *t, global float *next, int w, int h, float k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  int c = y * w + x;
  float sum = t[c - 1] + t[c + 1] + t[c - w] + t[c + w];
  next[c] = t[c] + k * (sum - 4 * t[c]);
}
