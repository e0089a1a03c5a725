// Accesses through an array of indices; index 3 is there twice.
// Race: two work-items change element 3 by a plain addition.
kernel void indirect1(global const int *at, volatile global int *x)
{
  const int i = get_global_id(0);
  x[at[i]] += i;
}
