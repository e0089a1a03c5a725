// A temporary takes each element on its way.
// None: it is private.
kernel void temporary(global int *a, global int *tmp)
{
  const int i = get_global_id(0);
  const int mine = a[i] + i;
  a[i] = mine;
}
