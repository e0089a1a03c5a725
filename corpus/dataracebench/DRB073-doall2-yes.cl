// A nest of loops whose outer one is parallel.
// Race: the counter of the inner loop lies in local memory, one for all.
kernel void doall2(global int *a)
{
  local int j;
  const int i = get_global_id(0);
  for (j = 0; j < 8; j++)
    a[i * 8 + min(j, 7)]++;
}
