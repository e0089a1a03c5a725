// All work-items add one.
// Race: those of even numbers by a plain addition.
kernel void mixed(volatile global int *x)
{
  if (get_global_id(0) % 2 == 0)
    *x += 1;
  else
    atomic_inc(x);
}
