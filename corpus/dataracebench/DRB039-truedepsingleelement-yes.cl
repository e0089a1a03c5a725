// All elements are increased by the first one.
// Race: work-item 0 changes the first element itself.
kernel void single_element(global int *a)
{
  const int i = get_global_id(0);
  a[i] = a[i] + a[0];
}
