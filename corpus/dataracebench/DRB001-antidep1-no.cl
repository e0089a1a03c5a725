// A loop with an anti-dependence, one iteration a work-item.
// None: the results go to another array.
kernel void antidep1(global int *a, global int *b)
{
  const int i = get_global_id(0);
  b[i] = a[i + 1] + 1;
}
