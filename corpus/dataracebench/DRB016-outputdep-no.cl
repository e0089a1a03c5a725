// A scalar is written in each iteration and read in the next.
// None: each has its own.
kernel void outputdep(global int *a, global int *x)
{
  const int i = get_global_id(0);
  int mine = *x;
  a[i] = mine;
  mine = 10;
}
