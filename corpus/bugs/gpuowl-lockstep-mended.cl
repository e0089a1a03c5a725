// Reverses the numbers of each work-group, which is one sub-group wide.
// Mended: small work-groups have a sub-group barrier.
#define WAVEFRONT 16

void bar(int size)
{
  if (size <= WAVEFRONT) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void reverse(global int *data, local int *lds)
{
  const int t = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
  lds[t] = data[base + t];
  bar(n);
  data[base + t] = lds[n - 1 - t];
}
