// A second counter goes up with the loop's.
// None: it is computed from the loop's.
kernel void second_counter(global const int *a, global int *c, global int *j)
{
  const int i = get_global_id(0);
  c[i] += a[i];
}
