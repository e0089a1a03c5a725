// A scalar is carried from iteration to iteration.
// Race: all work-items read and write it.
kernel void carried_scalar(global int *a, global int *carried)
{
  const int i = get_global_id(0);
  a[i] = *carried;
  *carried = a[i] + i;
}
