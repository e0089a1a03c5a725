// Each iteration uses the result of the one before.
// Race: work-items do not wait for each other.
kernel void truedep1(global int *a)
{
  const int i = get_global_id(0), n = get_global_size(0);
  a[i + 1] = a[i] + 1;
}
