// Accesses through an array of indices; index 3 is there twice.
// None: the additions are atomic.
kernel void indirect1(global const int *at, volatile global int *x)
{
  const int i = get_global_id(0);
  atomic_add(&x[at[i]], i);
}
