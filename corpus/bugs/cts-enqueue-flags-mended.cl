// Each work-item marks its element of an array, then looks at another one's of its group.
// Mended: it has that of global memory.
kernel void mark_and_look(global int *array, global int *result)
{
  const int t = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
  array[base + t] = t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  result[base + t] = array[base + n - 1 - t];
}
