// A nest of two loops with an anti-dependence between rows.
// Race: the next row is read while its work-items change it.
kernel void antidep2(global float *a, global float *b)
{
  const int j = get_global_id(0), i = get_global_id(1), n = get_global_size(0);
  a[i * n + j] += a[(i + 1) * n + j];
}
