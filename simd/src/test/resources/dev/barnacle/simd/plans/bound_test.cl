// All lanes of most vectors pass a test of ids: a form for them without masks.
kernel void scale(global float *a, int n)
{
  int i = get_global_id(0);
  if (i < n)
    a[i] = a[i] * 2.0f;
}
