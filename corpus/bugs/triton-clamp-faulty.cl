// Says how many work-items share a tensor, at least one and at most as many as have something to do.
// Faulty: with 3 elements and 4 a work-item the upper bound is 0, below the lower one.
kernel void share(global int *out, int shape, int per_item)
{
  const int i = get_global_id(0);
  out[i] = clamp(i + 1, 1, shape / per_item);
}
