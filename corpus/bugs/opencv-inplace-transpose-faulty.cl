// Transposes a matrix of 16 by 16 in place, by one work-group.
// Faulty: an element may be overwritten before the work-item that needs it has read it.
kernel void transpose(global int *a)
{
  const int x = get_global_id(0), y = get_global_id(1), n = 16;
  const int value = a[x * n + y];
  a[y * n + x] = value;
}
