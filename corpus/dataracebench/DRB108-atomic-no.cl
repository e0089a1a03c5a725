// All work-items add one.
// None: all by atomics.
kernel void mixed(volatile global int *x)
{
  atomic_inc(x);
}
