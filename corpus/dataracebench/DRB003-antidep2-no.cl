// A nest of two loops with an anti-dependence between rows.
// None: the results go to another array.
kernel void antidep2(global float *a, global float *b)
{
  const int j = get_global_id(0), i = get_global_id(1), n = get_global_size(0);
  b[i * n + j] = a[i * n + j] + a[(i + 1) * n + j];
}
