// A loop, and behind it a statement of one work-item that uses element 9.
// Race: that work-item does not wait for the end of the loop.
kernel void nowait(global int *a, global int *error)
{
  const int i = get_local_id(0);
  a[i] = 5 + a[i] * 3;
  if (i == 0)
    *error = a[9] + 1;
}
