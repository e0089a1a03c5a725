// A temporary takes each element on its way.
// Race: it lies in global memory, one for all.
kernel void temporary(global int *a, global int *tmp)
{
  const int i = get_global_id(0);
  *tmp = a[i] + i;
  a[i] = *tmp;
}
