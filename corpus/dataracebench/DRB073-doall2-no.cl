// A nest of loops whose outer one is parallel.
// None: it is private.
kernel void doall2(global int *a)
{
  int j;
  const int i = get_global_id(0);
  for (j = 0; j < 8; j++)
    a[i * 8 + min(j, 7)]++;
}
