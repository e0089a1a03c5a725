// options: -Wuninitialized -Wsometimes-uninitialized -Wconditional-uninitialized
kernel void last_of_group(global int *a)
{
  local int first, last;
  if (get_local_id(0) == 0)
    last = a[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (last)
    a[1] = last;
  for (int i = 0; i < 4; i++) {
    if (get_local_id(0) == i)
      first = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = first;
  }
}
kernel void pointer_to_local(global int *a, local int *t)
{
  local int *where;
  __local int own;
  if (get_local_id(0) == 1)
    where = t;
  a[0] = *where + own;
}
kernel void of_work_item(global int *a)
{
  local int t[4]; int x;
  if (a[0])
    x = 1;
  a[1] = x + t[0];
}
