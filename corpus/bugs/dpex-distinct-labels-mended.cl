// Counts how many different labels there are.
// Mended: the atomic operation alone decides.
kernel void count_distinct(global const int *labels, volatile global int *seen, volatile global int *distinct)
{
  const int label = labels[get_global_id(0)] & 255;
  if (atomic_inc(&seen[label]) == 0)
    atomic_inc(distinct);
}
