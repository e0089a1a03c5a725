// A loop with an anti-dependence, one iteration a work-item.
// Race: an element is read by one work-item and written by the next one.
kernel void antidep1(global int *a, global int *b)
{
  const int i = get_global_id(0);
  a[i] = a[i + 1] + 1;
}
