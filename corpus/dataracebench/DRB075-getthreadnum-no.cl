// The first work-item stores how many there are.
// None: a barrier before they do.
kernel void how_many(global int *number, global int *out)
{
  const int i = get_local_id(0);
  if (i == 0)
    *number = get_local_size(0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i > 0)
    out[i] = *number;
}
