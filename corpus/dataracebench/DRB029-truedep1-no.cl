// Each iteration uses the result of the one before.
// None: one work-item does all.
kernel void truedep1(global int *a)
{
  const int i = get_global_id(0), n = get_global_size(0);
  if (i == 0)
    for (int k = 0; k < n; k++)
      a[k + 1] = a[k] + 1;
}
