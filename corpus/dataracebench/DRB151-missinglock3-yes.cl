// Four teams add one each.
// Race: without a lock.
kernel void add_one(volatile global int *x)
{
  *x += 1;
}
