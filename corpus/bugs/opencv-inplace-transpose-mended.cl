// Transposes a matrix of 16 by 16 in place, by one work-group.
// Mended: all load, then comes a barrier, then all store.
kernel void transpose(global int *a)
{
  const int x = get_global_id(0), y = get_global_id(1), n = 16;
  const int value = a[x * n + y];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[y * n + x] = value;
}
