// Lanes leave by what they compute and wait for their own results: two vectors at a time. Who has
// not left before the last test leaves there together.
kernel void julia(global int *out)
{
  int i = get_global_id(0);
  float x = (i & 511) * 0.0058f - 1.5f, y = (i >> 9) * 0.0058f - 1.5f;
  int k = 0;
  do {
    float t = x * x - y * y - 0.8f;
    y = 2 * x * y + 0.156f;
    x = t;
    k++;
  } while (x * x + y * y < 4.0f && k < 500);
  out[i] = k;
}
