// All elements are increased by the first one.
// None: it leaves that as it is.
kernel void single_element(global int *a)
{
  const int i = get_global_id(0);
  if (i > 0)
    a[i] = a[i] + a[0];
}
