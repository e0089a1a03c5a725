// Counts how many different labels there are.
// Faulty: the look that saves an atomic operation is itself not atomic.
kernel void count_distinct(global const int *labels, volatile global int *seen, volatile global int *distinct)
{
  const int label = labels[get_global_id(0)] & 255;
  if (seen[label] > 0)
    return;
  if (atomic_inc(&seen[label]) == 0)
    atomic_inc(distinct);
}
