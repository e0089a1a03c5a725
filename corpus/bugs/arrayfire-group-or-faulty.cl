// Floods an image to the right until nothing changes any more; the work-group decides together.
// Faulty: group_or returns predicates[0] while work-item 0 may begin the next round and overwrite it.
int group_or(int mine, local int *predicates)
{
  const int t = get_local_id(0);
  predicates[t] = mine;
  for (int n = get_local_size(0) / 2; n > 0; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < n)
      predicates[t] |= predicates[t + n];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return predicates[0];
}

kernel void flood(global int *image, local int *predicates)
{
  const int i = get_global_id(0);
  int changed = 1;
  while (group_or(changed, predicates)) {
    const int old = image[i], left = i > 0 ? image[i - 1] : 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    image[i] = max(old, left);
    barrier(CLK_GLOBAL_MEM_FENCE);
    changed = left > old;
  }
}
