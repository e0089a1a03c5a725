// Four teams add one each.
// None: by an atomic operation.
kernel void add_one(volatile global int *x)
{
  atomic_inc(x);
}
