// A loop on the device, each iteration its own work-group.
// Race: the next element is another work-group's.
kernel void target(global int *a, global int *b)
{
  const int i = get_group_id(0);
  a[i] = a[i + 1] + 1;
}
