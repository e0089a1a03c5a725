// A second counter goes up with the loop's.
// Race: it is one variable for all work-items.
kernel void second_counter(global const int *a, global int *c, global int *j)
{
  const int i = get_global_id(0);
  c[*j] += a[i];
  (*j)++;
}
