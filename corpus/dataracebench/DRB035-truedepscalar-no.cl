// A scalar is carried from iteration to iteration.
// None: its value follows from the iteration.
kernel void carried_scalar(global int *a, global int *carried)
{
  const int i = get_global_id(0);
  a[i] = *carried + i * (i - 1) / 2;
}
