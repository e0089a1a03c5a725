// After the loop x is to have the value of the last iteration.
// Race: all work-items write x.
kernel void last_value(global int *x)
{
  const int i = get_global_id(0);
  *x = i;
}
