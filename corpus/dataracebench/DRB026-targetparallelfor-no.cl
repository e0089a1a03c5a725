// A loop on the device, each iteration its own work-group.
// None: the results go to another array.
kernel void target(global int *a, global int *b)
{
  const int i = get_group_id(0);
  b[i] = a[i + 1] + 1;
}
