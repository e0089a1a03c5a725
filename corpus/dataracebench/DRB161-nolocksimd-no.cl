// All work-items add one to each element of a vector of eight.
// None: by atomics, element by element.
kernel void add_to_vector(volatile global int *v)
{
  for (int i = 0; i < 8; i++)
    atomic_inc(v + i);
}
