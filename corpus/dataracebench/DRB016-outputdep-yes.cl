// A scalar is written in each iteration and read in the next.
// Race: it is one variable for all work-items.
kernel void outputdep(global int *a, global int *x)
{
  const int i = get_global_id(0);
  a[i] = *x;
  *x = 10;
}
