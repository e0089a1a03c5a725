// After the loop x is to have the value of the last iteration.
// None: only the last one does.
kernel void last_value(global int *x)
{
  const int i = get_global_id(0);
  if (i == get_global_size(0) - 1)
    *x = i;
}
