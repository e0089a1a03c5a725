// All work-items add one to each element of a vector of eight.
// Race: by vector loads and stores.
kernel void add_to_vector(volatile global int *v)
{
  vstore8(vload8(0, (global int *)v) + 1, 0, (global int *)v);
}
